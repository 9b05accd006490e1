/** Exercises: their levels and themes, their request, and their form in words and as PGN. */

import { ChildNode, type Game, makePgn, Node, type PgnNodeData } from "chessops/pgn";
import type { Exercise, Theme, TrainingRequest } from "../../api/client";
import { kindName, themeName } from "../../board/motifs";
import { playersOf, type Sheet, variation } from "../../keep/sheet";
import { t } from "../../language/language";
import { joined, score, spaced } from "../../ui/format";

/** The levels: ratings on the scale of lichess's puzzles. */
export const LEVELS = [
  { name: "any", label: "Any" },
  { name: "1200", label: "Up to 1200", maxRating: 1200 },
  { name: "1600", label: "1200–1600", minRating: 1200, maxRating: 1600 },
  { name: "2000", label: "1600–2000", minRating: 1600, maxRating: 2000 },
  { name: "more", label: "From 2000", minRating: 2000 },
] as const;
export type Level = (typeof LEVELS)[number]["name"];

/** The motifs of exercises, as the API names them. */
export const TACTICS = [
  "fork",
  "pin",
  "skewer",
  "discoveredAttack",
  "hangingPiece",
  "overloading",
  "backRankWeakness",
  "mateIn1",
  "mateIn2",
  "advancedPawn",
] as const satisfies readonly Theme[];

/** The pawn structures of exercises. */
export const STRUCTURES = [
  "Isolani",
  "Hanging pawns",
  "Carlsbad structure",
  "Panov formation",
  "Caro-Kann formation",
  "Slav formation",
  "French chain",
  "French Exchange structure",
  "Stonewall",
  "Botvinnik triangle",
  "Maróczy bind",
  "Hedgehog",
  "Scheveningen formation",
  "Najdorf formation",
  "Dragon formation",
  "Boleslavsky wall",
  "Rauzer formation",
  "Closed Sicilian",
  "Closed Ruy Lopez",
  "Ruy Lopez Exchange structure",
  "King's Indian chain",
  "Modern Benoni",
  "Symmetrical Benoni",
  "Benko structure",
  "Grünfeld centre",
  "Nimzo-Indian doubled pawns",
] as const satisfies readonly Theme[];

/**
 * The request of an address, null if it names no source of exercises.
 *
 * @param own finds the user's own games by their mark, as in `pgn=1x2y3z`; null if they are gone
 */
export function requestOf(
  query: URLSearchParams,
  own: (mark: string) => string | null,
): TrainingRequest | null {
  const mark = query.get("pgn");
  const pgn = mark ? own(mark) : null;
  const fen = query.get("fen")?.replaceAll("_", " ").trim();
  const player = query.get("player")?.trim();
  // An address may hold any text; the server rejects what is not a theme.
  const theme = query.get("theme")?.trim() as Theme | undefined;
  const level = LEVELS.find(({ name }) => name === query.get("level")) ?? LEVELS[0];
  const kind = query.get("mistakes")?.trim();
  const mistakes = kind === undefined ? {} : { mistakes: true as const, ...(kind && { kind }) };
  const some = player ? { player, ...mistakes } : theme ? { theme } : fen ? { fen } : null;
  const source = mark ? pgn && { pgn, ...(player ? { player } : {}) } : some;
  if (!source || !query.has("level")) return null;
  return {
    ...source,
    ...("minRating" in level ? { minRating: level.minRating } : {}),
    ...("maxRating" in level ? { maxRating: level.maxRating } : {}),
    limit: limitOf(query),
  };
}

/** The source of exercises, for a heading. */
export function sourceOf(request: TrainingRequest): string {
  if ("pgn" in request)
    return request.player
      ? t("From your games, for {player}", { player: request.player })
      : t("From your games");
  if ("mistakes" in request) {
    const player = spaced(request.player);
    return request.kind
      ? t("Mistakes of {player}: {kind}", { player, kind: kindName(request.kind) })
      : t("Mistakes of {player}", { player });
  }
  if ("player" in request) return t("From games of {player}", { player: spaced(request.player) });
  return "theme" in request ? themeName(request.theme) : t("From similar positions");
}

/** The number of exercises that an address asks for. */
function limitOf(query: URLSearchParams): number {
  const limit = Number.parseInt(query.get("limit") ?? "", 10);
  return limit >= 1 && limit <= 200 ? limit : 10;
}

/** `+3.10` or `#2`, from the solver's side. */
export const solverScore = ({ cp, mate }: Pick<Exercise, "cp" | "mate">) => score({ cp, mate });

/** The difficulty, the score and the history of an exercise. */
export function summary(exercise: Exercise): string {
  const [from, to] = exercise.interval;
  const difficulty = t("Difficulty {rating} ({from} to {to})", {
    rating: exercise.rating,
    from: from ?? "?",
    to: to ?? "?",
  });
  const went =
    exercise.found === null ? null : exercise.found ? t("found in the game") : t("missed in the game");
  return joined([difficulty, solverScore(exercise), went], ", ");
}

/** Exercises to print, with their solutions. */
export const exercisesSheet = (title: string, exercises: Exercise[]): Sheet => ({
  title,
  entries: exercises.map(({ fen, game, lastMove, solution }) => ({
    fen,
    lastMove: lastMove.uci,
    title: playersOf(game),
    about: "",
    solution: variation(
      fen,
      solution.map(({ san }) => san),
    ),
  })),
});

/** Exercises as PGN: the solution is the main line, other moves are variations with their scores. */
export function exercisesPgn(exercises: Exercise[]): string {
  return exercises.map((exercise) => makePgn(pgnOf(exercise))).join("\n");
}

function pgnOf(exercise: Exercise): Game<PgnNodeData> {
  const { game } = exercise;
  const tags: [string, string | null][] = [
    ["Event", game.event],
    ["Site", game.site],
    ["Date", game.date],
    ["Round", game.round],
    ["White", game.white.name],
    ["Black", game.black.name],
  ];
  const headers = new Map(tags.map(([name, value]) => [name, value ?? "?"]));
  headers.set("Result", "*");
  headers.set("SetUp", "1");
  headers.set("FEN", exercise.fen);
  if (exercise.opening) headers.set("Opening", exercise.opening);
  const moves = new Node<PgnNodeData>();
  let node: Node<PgnNodeData> = moves;
  for (const { san } of exercise.solution) {
    const child = new ChildNode<PgnNodeData>({ san });
    node.children.push(child);
    node = child;
  }
  for (const other of exercise.alternatives) {
    moves.children.push(new ChildNode<PgnNodeData>({ san: other.san, comments: [solverScore(other)] }));
  }
  return { headers, moves, comments: [`${summary(exercise)}; ${exercise.themes.join(", ")}`] };
}
