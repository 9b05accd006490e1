/** The buttons that save and share. What they open loads when it is first opened. */

import { type Similar, status } from "../api/client";
import { t } from "../language/language";
import type { Shown } from "./collections";

const open = (to: (dialogs: typeof import("./dialogs")) => void) =>
  // The page says that the server is away.
  import("./dialogs").then(to, () => status().catch(() => undefined));

export const openSave = (shown: Shown) => open(({ openSave }) => openSave(shown));

export const openHits = (similar: Similar) => open(({ openHits }) => openHits(similar));

export function SaveAndShare(shown: Shown) {
  return (
    <>
      <button type="button" onClick={() => openSave(shown)}>
        {t("Save")}
      </button>
      <button type="button" onClick={() => open(({ openShare }) => openShare(shown))}>
        {t("Share")}
      </button>
    </>
  );
}
