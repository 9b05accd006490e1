/** Names, dates, results and numbers as they are written on the page. */

import type { Color } from "chessops/types";
import type { Player, Pv } from "../api/client";
import { count, t } from "../language/language";

/** Marks that change the direction of a line. */
const MARKS = /\p{Bidi_Control}+/gu;

/** Controls, and separators of lines, other than line breaks. */
const CONTROLS = /(?:(?!\n)[\p{Cc}\u2028\u2029])+/gu;

/** The blocks of writing from right to left. Read: Unicode's `DerivedBidiClass.txt`, defaults of R and AL. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text of a file without the characters that would turn around what stands beside it. */
export const upright = (text: string) => text.replace(MARKS, "").replace(CONTROLS, " ").trim();

/**
 * A name of a file as it is shown: upright, and isolated from what stands beside it if it is written from right to left.
 * It can stand where elements cannot, as in the title of the page.
 */
export function isolated(text: string): string {
  const name = upright(text);
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** `Karjakin` of `Karjakin, Sergey`; a name without a comma as it is. */
export function surname(player: Player): string {
  const name = upright(player.name ?? "");
  if (!name || name === "?") return t("Unknown");
  return isolated(name.split(",")[0]?.trim() || name);
}

/** A name with a space after its comma. */
export const spaced = (name: string) => isolated(name.replace(/,(?=\S)/, ", "));

/** The name as in the file, with a space after its comma. */
export const fullName = (player: Player) => spaced(player.name ?? "") || t("Unknown");

/** What is known of some details, `2012 · Tata Steel`; PGN has `?` for what is not. */
export const joined = (details: (string | number | false | null | undefined)[], by = " · ") =>
  details.filter((detail) => detail && detail !== "?").join(by);

/** `2012` of `2012.10.11`; empty for `????.??.??`. */
export function year(date: string | null): string {
  const [digits = ""] = /^\d{4}/.exec(date ?? "") ?? [];
  return digits;
}

const RESULTS: Record<string, string> = {
  white: "1–0",
  black: "0–1",
  "1-0": "1–0",
  "0-1": "0–1",
  "1/2-1/2": "½–½",
};

/** `1–0`, `½–½`; empty if unknown. */
export const result = ({ winner, result }: Record<"winner" | "result", string | null>): string =>
  RESULTS[winner ?? result ?? ""] ?? "";

/** `+0.31`, `#-2`, from White's side. */
export function score(pv: Pick<Pv, "cp" | "mate">): string {
  if (pv.mate !== null) return pv.mate === 0 ? "#" : `#${pv.mate < 0 ? "−" : ""}${Math.abs(pv.mate)}`;
  const pawns = (pv.cp ?? 0) / 100;
  if (pawns === 0) return "0.00";
  return `${pawns < 0 ? "−" : "+"}${Math.abs(pawns).toFixed(2)}`;
}

/**
 * The expected score of a side, from 0 to 1, by its score in centipawns.
 *
 * Source: lichess's winning chances, <https://lichess.org/page/accuracy>.
 */
export const expected = (cp: number) => 1 / (1 + Math.exp(-0.00368208 * cp));

/** White's expected score, from 0 to 1; with a mate on the board, that of the side to move, who is mated, is 0. */
export function chances({ cp, mate }: Pick<Pv, "cp" | "mate">, turn: Color): number {
  if (mate === null) return expected(cp ?? 0);
  return mate > 0 || (mate === 0 && turn === "black") ? 1 : 0;
}

/** `7.6 MB` */
export function bytes(number: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  let size = number;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${count(size, unit && size < 10 ? 1 : 0)} ${units[unit]}`;
}
