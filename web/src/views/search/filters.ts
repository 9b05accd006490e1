/** The filters of a search: in the address, named as in the API, and in words. */

import type { FilterRequest } from "../../api/client";
import { FIELDS as ALL_FIELDS } from "../../api/fields";
import { numberOf } from "../../board/chess";
import type { Plain, With } from "../../language/catalogue";
import { t } from "../../language/language";
import { spaced } from "../../ui/format";

/** The props of chips and fields. */
export interface FiltersProps {
  filter: Filter;
  /** The position on the board, for its material. */
  fen: string;
  onFilter: (filter: Filter) => void;
}

/** A filter of games and positions; `player` and `color` stand for `white` and `black`. */
export type Filter = Omit<FilterRequest, "white" | "black">;
export type Field = keyof Filter;

/** The fields of the API that a filter of the page has. */
const FIELDS = ALL_FIELDS.filter((field) => field.name !== "white" && field.name !== "black");

const namesOf = <F extends Field>(name: F) => {
  const field = FIELDS.find(
    (field): field is Extract<(typeof FIELDS)[number], { name: F }> => field.name === name,
  );
  if (!field) throw new Error(name);
  return field;
};
export const SPEEDS = namesOf("speeds").names;
export const RESULTS = namesOf("result").names;

/** Reads the filter of an address; `turn=same` is an option, not a filter. */
export function filterOf(query: URLSearchParams): Filter {
  const values = FIELDS.map((field) => [field.name, read(field, query.get(field.name)?.trim() ?? "")]);
  return consistent(Object.fromEntries(values));
}

/** The value of a field in an address; undefined if it has none. */
function read(field: (typeof FIELDS)[number], text: string) {
  if (field.name === "played") return movesOf(text);
  switch (field.type) {
    case "integer":
      return /^\d+$/.test(text) ? Number(text) : undefined;
    case "name":
      return field.names.find((name) => name === text);
    case "names": {
      const chosen = listOf(text);
      return field.names.filter((name) => chosen.includes(name));
    }
    case "array":
      return listOf(text);
    default:
      return text || undefined;
  }
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
  for (const { name } of FIELDS) {
    const value = filter[name];
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
}

/** A filter without empty fields, and without a colour, wins or losses of no player. */
export function consistent(filter: Filter): Filter {
  const kept = Object.fromEntries(
    FIELDS.map(({ name }) => [name, filter[name]] as const).filter(
      ([, value]) => value != null && value !== "" && !(Array.isArray(value) && !value.length),
    ),
  ) as Filter;
  if (!kept.player && !kept.opponent) delete kept.color;
  if (!kept.player && (kept.result === "win" || kept.result === "loss")) delete kept.result;
  return kept;
}

/** The part of a filter that concerns games, by which the games of an exact position are chosen; null without any. */
export function gamesOnly(filter: Filter): Filter | null {
  const kept = FIELDS.filter(({ name, of }) => of === "game" && name in filter);
  return kept.length ? Object.fromEntries(kept.map(({ name }) => [name, filter[name]])) : null;
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
  const said = chips.filter((chip) => chip !== false);
  const others = FIELDS.filter(
    ({ name }) => name in filter && !said.some(({ fields }) => fields.includes(name)),
  );
  return [
    ...said,
    ...others.map(({ name, label }) => ({ fields: [name], text: `${t(label)}: ${filter[name]}` })),
  ];
}

/** The fields of text for which the form has nothing of its own. */
export const TEXTS = FIELDS.filter((field) => field.type === "string").filter(
  ({ name }) => !["player", "opponent", "since", "until", "material"].includes(name),
);

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
