/** Keeps collections in the browser. */

import { t } from "../language/language";
import { NOTHING, parseKept } from "./collections";
import { keeper } from "./keeper";

export const { current, change, useKept } = keeper("collections", parseKept, NOTHING);

/** What is said when the browser takes no more. */
export const full = () =>
  t("The browser’s storage is full or closed, so this lasts until the page is closed: export it as PGN.");
