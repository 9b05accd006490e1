/** Names, dates, results and numbers as they are written on the page. */

import type { GameHeader, Player, Pv } from "../api/client";

const grouped = new Intl.NumberFormat("en");

/** `190,130` */
export const count = (number: number) => grouped.format(number);

/** `1 game`, `2 games` */
export const many = (number: number, one: string, more = `${one}s`) =>
  `${count(number)} ${number === 1 ? one : more}`;

/** `Karjakin` of `Karjakin, Sergey`; a name without a comma as it is. */
export function surname(player: Player): string {
  const name = player.name?.trim();
  if (!name || name === "?") return "Unknown";
  return name.split(",")[0]?.trim() || name;
}

/** The name as in the file, with a space after its comma. */
export const fullName = (player: Player) => player.name?.trim().replace(/,(?=\S)/, ", ") || "Unknown";

/** `2012` of `2012.10.11`; empty for `????.??.??`. */
export function year(date: string | null): string {
  const [digits = ""] = /^\d{4}/.exec(date ?? "") ?? [];
  return digits;
}

/** `1–0`, `½–½`; empty if unknown. */
export function result(game: Pick<GameHeader, "winner" | "result">): string {
  if (game.winner) return game.winner === "white" ? "1–0" : "0–1";
  return game.result === "1/2-1/2" ? "½–½" : "";
}

/** `+0.31`, `#-2`, from White's side. */
export function score(pv: Pick<Pv, "cp" | "mate">): string {
  if (pv.mate !== null) return pv.mate === 0 ? "#" : `#${pv.mate < 0 ? "−" : ""}${Math.abs(pv.mate)}`;
  const pawns = (pv.cp ?? 0) / 100;
  if (pawns === 0) return "0.00";
  return `${pawns < 0 ? "−" : "+"}${Math.abs(pawns).toFixed(2)}`;
}

/**
 * White's expected score, from 0 to 1.
 *
 * Source: lichess's winning chances, <https://lichess.org/page/accuracy>.
 */
export function chances(pv: Pick<Pv, "cp" | "mate">, isMated: boolean | null = null): number {
  if (pv.mate !== null) return pv.mate > 0 || (pv.mate === 0 && isMated === false) ? 1 : 0;
  return 1 / (1 + Math.exp(-0.00368208 * (pv.cp ?? 0)));
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
  return `${unit && size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}
