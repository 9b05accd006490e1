/** Offers to import files that were dropped, and have more than the view can show. */

import { rich, t } from "../../language/language";
import "../../styles/import.css";
import { bytes } from "../../ui/format";
import { showImporting } from "../../ui/importing";
import { go } from "../../ui/router";
import { add } from "./queue";

export function Offer({ files }: { files: File[] }) {
  const size = bytes(files.reduce((sum, file) => sum + file.size, 0));
  const name = files.length === 1 ? files[0]?.name : t("{n|count} file{{s}}", { n: files.length });
  return (
    <section class="away offer" aria-label={t("Import")}>
      <p role="status">{rich("Import all games of {name} ({size})?", { name: <b>{name}</b>, size })}</p>
      <button
        type="button"
        class="primary"
        onClick={() => {
          showImporting({ offered: [] });
          add(files);
          go("/import");
        }}
      >
        {t("Import")}
      </button>
      <button type="button" onClick={() => showImporting({ offered: [] })}>
        {t("Not now")}
      </button>
    </section>
  );
}
