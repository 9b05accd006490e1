/** Exercises from games like these: links, since making them takes the server a while. */

import type { Motifs } from "../../api/client";
import { named, t } from "../../language/language";
import { withQuery } from "../../ui/router";

export function Practice({ fen, motifs }: { fen: string; motifs: Motifs | null }) {
  const structure = motifs?.structures[0]?.name;
  const training = (query: Record<string, string>) => withQuery("/training", new URLSearchParams(query));
  return (
    <section class="panel practice" aria-label={t("Exercises like this")}>
      <h2>{t("Exercises like this")}</h2>
      <p class="muted">{t("Positions with only one good move, from these games.")}</p>
      <p class="row">
        <a class="button" href={training({ fen: fen.replaceAll(" ", "_") })}>
          {t("From similar positions")}
        </a>
        {structure && (
          <a class="button" href={training({ theme: structure })}>
            {named(structure)}
          </a>
        )}
      </p>
    </section>
  );
}
