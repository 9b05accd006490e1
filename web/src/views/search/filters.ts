/** The filters of a search: in the address, named as in the API, and in words. */

import type { FilterRequest } from "../../api/client";
import { numberOf } from "../../board/chess";
import type { Plain, With } from "../../language/catalogue";
import { t } from "../../language/language";
import { spaced } from "../../ui/format";

/** A filter of games and positions; `player` and `color` stand for `white` and `black`. */
export type Filter = Omit<FilterRequest, "white" | "black">;
export type Field = keyof Filter;

const TEXTS = ["player", "opponent", "since", "until", "eco", "event", "comment", "material"] as const;
const NUMBERS = ["minRating", "maxRating", "minPly", "maxPly"] as const;
const SIDES = ["white", "black"] as const;
export const SPEEDS = ["ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"] as const;
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
  "comment",
  "turn",
  "minPly",
  "maxPly",
  "material",
  "played",
  "speeds",
  "collection",
];

/** Reads the filter of an address; `turn=same` is an option, not a filter. */
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
  const played = movesOf(query.get("played") ?? "");
  if (played) filter.played = played;
  const speeds = listOf(query.get("speeds") ?? "");
  filter.speeds = SPEEDS.filter((speed) => speeds.includes(speed));
  filter.collection = listOf(query.get("collection") ?? "");
  filter.color = SIDES.find((side) => side === query.get("color"));
  filter.turn = SIDES.find((side) => side === query.get("turn"));
  filter.result = RESULTS.find((result) => result === query.get("result"));
  return consistent(filter);
}

/** The moves of a text, with commas or spaces between them; undefined without any. */
export function movesOf(text: string): string[] | undefined {
  const moves = text.split(/[\s,]+/).filter(Boolean);
  return moves.length ? moves : undefined;
}

/** The names of a text, with commas between them. */
const listOf = (text: string) =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** Writes a filter into the query of an address. */
export function setFilter(query: URLSearchParams, filter: Filter) {
  for (const field of FIELDS) {
    const value = filter[field];
    if (value !== undefined && value !== null && value !== "") query.set(field, String(value));
  }
}

/** A filter without empty fields, and without a colour, wins or losses of no player. */
export function consistent(filter: Filter): Filter {
  const kept = Object.fromEntries(
    FIELDS.map((field) => [field, filter[field]] as const).filter(
      ([, value]) => value != null && value !== "" && !(Array.isArray(value) && !value.length),
    ),
  ) as Filter;
  if (!kept.player && !kept.opponent) delete kept.color;
  if (!kept.player && (kept.result === "win" || kept.result === "loss")) delete kept.result;
  return kept;
}

/** The fields that concern positions, not whole games. */
const OF_POSITIONS: Field[] = ["turn", "minPly", "maxPly", "material", "played"];

/** The part of a filter that concerns games, by which the games of an exact position are chosen; null without any. */
export function gamesOnly(filter: Filter): Filter | null {
  const kept = Object.entries(filter).filter(([field]) => !OF_POSITIONS.includes(field as Field));
  return kept.length ? Object.fromEntries(kept) : null;
}

/** One or two fields of a filter, in words. */
export interface Chip {
  fields: Field[];
  text: string;
}

const RESULT_WORDS: Record<(typeof RESULTS)[number], Plain> = {
  white: "White won",
  black: "Black won",
  draw: "Drawn",
  unknown: "Result unknown",
  win: "Won by the player",
  loss: "Lost by the player",
};

export const SPEED_WORDS: Record<(typeof SPEEDS)[number], Plain> = {
  ultraBullet: "UltraBullet",
  bullet: "Bullet",
  blitz: "Blitz",
  rapid: "Rapid",
  classical: "Classical",
  correspondence: "Correspondence",
};

/** The parts of a filter, each of which can be removed. */
export function chipsOf(filter: Filter): Chip[] {
  const { player, color, opponent, result, minRating, maxRating, since, until, eco, event, turn } = filter;
  const { comment, minPly, maxPly, material, played, speeds, collection } = filter;
  const chips: (Chip | false)[] = [
    !!player && { fields: ["player"], text: spaced(player) },
    !!color && { fields: ["color"], text: color === "white" ? t("with White") : t("with Black") },
    !!opponent && { fields: ["opponent"], text: t("against {player}", { player: spaced(opponent) }) },
    !!result && { fields: ["result"], text: t(RESULT_WORDS[result]) },
    (minRating != null || maxRating != null) && {
      fields: ["minRating", "maxRating"],
      text: range(minRating, maxRating, ["Rated {from}–{to}", "Rated from {from}", "Rated up to {to}"]),
    },
    (!!since || !!until) && {
      fields: ["since", "until"],
      text: range(since, until, ["Played {from}–{to}", "Played since {from}", "Played until {to}"]),
    },
    !!eco && { fields: ["eco"], text: `ECO ${eco}` },
    !!event && { fields: ["event"], text: event },
    !!comment && { fields: ["comment"], text: t("Comments: {words}", { words: comment }) },
    !!turn && { fields: ["turn"], text: turn === "white" ? t("White to move") : t("Black to move") },
    (minPly != null || maxPly != null) && {
      fields: ["minPly", "maxPly"],
      text: range(minPly == null ? null : before(minPly, 0), maxPly == null ? null : before(maxPly, 1), [
        "Moves {from}–{to}",
        "Moves from {from}",
        "Moves up to {to}",
      ]),
    },
    !!material && { fields: ["material"], text: t("Material {pieces}", { pieces: material }) },
    !!played && {
      fields: ["played"],
      text: t("{moves} within six moves", { moves: played.join(` ${t("and")} `) }),
    },
    !!speeds?.length && {
      fields: ["speeds"],
      text: speeds.map((speed) => t(SPEED_WORDS[speed])).join(", "),
    },
    !!collection?.length && {
      fields: ["collection"],
      text: t("In {collections}", { collections: collection.join(` ${t("or")} `) }),
    },
  ];
  return chips.filter((chip) => chip !== false);
}

type Bound = number | string | null | undefined;

/** Words for a range with both ends, or with one. */
type Range = [With<"from" | "to">, With<"from">, With<"to">];

function range(from: Bound, to: Bound, [both, least, most]: Range): string {
  if (from != null && to != null) return t(both, { from, to });
  return from != null ? t(least, { from }) : t(most, { to: to ?? "" });
}

/** The number of the move after some half-moves, marked if it is not the `usual` side that moves. */
function before(plies: number, usual: 0 | 1): string {
  return plies % 2 === usual ? String(Math.floor(plies / 2) + 1) : numberOf(plies);
}

/** The half-moves before the first and the last position of a range of moves: 38 and 59 for 20 to 30. */
export const firstPly = (move: number) => Math.max(0, 2 * (move - 1));
export const lastPly = (move: number) => firstPly(move) + 1;

/** The material of a FEN, as `KRPPkrpp`. */
export function materialOf(fen: string): string {
  const [board = ""] = fen.split(" ");
  const order = "KQRBNPkqrbnp";
  const letters = [...board].filter((letter) => order.includes(letter));
  return letters.sort((a, b) => order.indexOf(a) - order.indexOf(b)).join("");
}
