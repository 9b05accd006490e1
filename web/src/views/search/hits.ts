/** What cards and the large board say of a hit. */

import type { Color } from "chessops/types";
import type { Hit } from "../../api/client";
import { flipFen } from "../../board/chess";
import { t } from "../../language/language";
import { surname } from "../../ui/format";

/** The position that a hit is compared with, and the side from which it is seen. */
export const comparedWith = ({ flipped }: Hit, query: string, orientation: Color) =>
  flipped
    ? ({ query: flipFen(query), orientation: orientation === "white" ? "black" : "white" } as const)
    : { query, orientation };

/** The names of a hit's players. */
export const namesOf = ({ game }: Hit) => `${surname(game.white)} – ${surname(game.black)}`;

/** How good a match a hit is. */
export const matchOf = ({ identical, likeness }: Hit) =>
  identical ? t("Identical") : t("{n} % match", { n: Math.round(100 * likeness) });

/** The address of the game of a hit. */
export const addressOf = ({ game, ply }: Hit, orientation: Color) =>
  `/games/${game.id}?ply=${ply}${orientation === "black" ? "&view=black" : ""}`;
