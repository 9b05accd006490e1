/** What the position on the board is called: its opening and its pawn structure. */

import type { Motifs, Opening } from "../../api/client";
import { toMove } from "../../board/chess";
import { matchOf } from "../../board/motifs";
import { named, t } from "../../language/language";
import { useTitle } from "../../ui/hooks";

interface HeadingProps {
  fen: string;
  opening: Opening | null;
  motifs: Motifs | null;
  isLoading: boolean;
}

export function Heading({ fen, opening, motifs, isLoading }: HeadingProps) {
  const structure = motifs?.structures[0];
  const called = structure && named(structure.name);
  const name = opening?.name ?? called;
  useTitle(`${name ? `${name}, ` : ""}${toMove(fen)}`);
  if (!motifs && isLoading) return <header class="called" aria-busy="true" />;
  return (
    <header class="called" aria-busy={isLoading}>
      <h1 title={name}>
        {opening && <span class="eco">{opening.eco}</span>}
        {name ?? t("This position")}
      </h1>
      <p class="muted">
        {called && opening && `${called}: `}
        {structure && matchOf(structure)}
      </p>
    </header>
  );
}
