/** Filters of a search: in the address as the API names them, and in words. */

import type { FilterRequest } from "../../api/client";

/** What games and positions must be like; `white` and `black` are said by `player` and `color`. */
export type Filter = Omit<FilterRequest, "white" | "black">;
export type Field = keyof Filter;

const TEXTS = ["player", "opponent", "since", "until", "eco", "event", "material"] as const;
const NUMBERS = ["minRating", "maxRating", "minPly", "maxPly"] as const;
const SIDES = ["white", "black"] as const;
export const RESULTS = ["white", "black", "draw", "unknown", "win", "loss"] as const;

const FIELDS: Field[] = [
  "player",
  "color",
  "opponent",
  "result",
  "minRating",
  "maxRating",
  "since",
  "until",
  "eco",
  "event",
  "turn",
  "minPly",
  "maxPly",
  "material",
];

/** `turn=same`, which is no filter, is left to others. */
export function filterOf(query: URLSearchParams): Filter {
  const filter: Filter = {};
  for (const field of TEXTS) {
    const text = query.get(field)?.trim();
    if (text) filter[field] = text;
  }
  for (const field of NUMBERS) {
    const text = query.get(field) ?? "";
    if (/^\d+$/.test(text)) filter[field] = Number(text);
  }
  filter.color = SIDES.find((side) => side === query.get("color"));
  filter.turn = SIDES.find((side) => side === query.get("turn"));
  filter.result = RESULTS.find((result) => result === query.get("result"));
  return consistent(filter);
}

/** Writes a filter into the query of an address. */
export function setFilter(query: URLSearchParams, filter: Filter) {
  for (const field of FIELDS) {
    const value = filter[field];
    if (value !== undefined && value !== null && value !== "") query.set(field, String(value));
  }
}

/** Without what is not set, and without what says nothing by itself: a player's colour, wins and losses. */
export function consistent(filter: Filter): Filter {
  const kept = Object.fromEntries(
    FIELDS.map((field) => [field, filter[field]]).filter(([, value]) => value != null && value !== ""),
  ) as Filter;
  if (!kept.player && !kept.opponent) delete kept.color;
  if (!kept.player && (kept.result === "win" || kept.result === "loss")) delete kept.result;
  return kept;
}

/** A part of a filter, in words. */
export interface Chip {
  fields: Field[];
  text: string;
}

const RESULT_WORDS: Record<(typeof RESULTS)[number], string> = {
  white: "White won",
  black: "Black won",
  draw: "Drawn",
  unknown: "Result unknown",
  win: "Won by the player",
  loss: "Lost by the player",
};

/** The parts of a filter, each of which can be taken away. */
export function chipsOf(filter: Filter): Chip[] {
  const { player, color, opponent, result, minRating, maxRating, since, until, eco, event, turn } = filter;
  const { minPly, maxPly, material } = filter;
  const chips: (Chip | false)[] = [
    !!player && { fields: ["player"], text: spaced(player) },
    !!color && { fields: ["color"], text: color === "white" ? "with White" : "with Black" },
    !!opponent && { fields: ["opponent"], text: `against ${spaced(opponent)}` },
    !!result && { fields: ["result"], text: RESULT_WORDS[result] },
    (minRating != null || maxRating != null) && {
      fields: ["minRating", "maxRating"],
      text: `Rated ${range(minRating, maxRating)}`,
    },
    (!!since || !!until) && { fields: ["since", "until"], text: `Played ${range(since, until)}` },
    !!eco && { fields: ["eco"], text: `ECO ${eco}` },
    !!event && { fields: ["event"], text: event },
    !!turn && { fields: ["turn"], text: turn === "white" ? "White to move" : "Black to move" },
    (minPly != null || maxPly != null) && {
      fields: ["minPly", "maxPly"],
      text: `Moves ${range(
        minPly == null ? null : before(minPly, 0),
        maxPly == null ? null : before(maxPly, 1),
      )}`,
    },
    !!material && { fields: ["material"], text: `Material ${material}` },
  ];
  return chips.filter((chip) => chip !== false);
}

const spaced = (name: string) => name.replace(/,(?=\S)/, ", ");

type Bound = number | string | null | undefined;

function range(from: Bound, to: Bound): string {
  if (from != null && to != null) return `${from}–${to}`;
  return from != null ? `from ${from}` : `to ${to}`;
}

/** The move to come after so many half-moves, with whose it is where that is not the `usual` side. */
function before(plies: number, usual: 0 | 1): string {
  const number = Math.floor(plies / 2) + 1;
  if (plies % 2 === usual) return String(number);
  return plies % 2 ? `${number}…` : `${number}.`;
}

/** Half-moves before the first and the last position of some moves, e.g. 38 and 59 of moves 20 to 30. */
export const firstPly = (move: number) => Math.max(0, 2 * (move - 1));
export const lastPly = (move: number) => firstPly(move) + 1;

/** What stands on the board of a FEN, as `KRPPkrpp`. */
export function materialOf(fen: string): string {
  const [board = ""] = fen.split(" ");
  const order = "KQRBNPkqrbnp";
  const letters = [...board].filter((letter) => order.includes(letter));
  return letters.sort((a, b) => order.indexOf(a) - order.indexOf(b)).join("");
}
