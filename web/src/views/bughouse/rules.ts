/**
 * The rules of bughouse: two boards, four players, and what one captures the partner drops. As in `variants`, a
 * promoted piece is captured as a pawn, a check is mate only if no drop could answer it, and a threefold repetition
 * is a draw.
 */

import { between } from "chessops/attacks";
import { makeFen, parseFen } from "chessops/fen";
import { makeSan, parseSan } from "chessops/san";
import { type Color, isDrop, type Role } from "chessops/types";
import { makeSquare, makeUci, opposite, parseUci } from "chessops/util";
import { Crazyhouse } from "chessops/variant";
import type { Plain } from "../../language/catalogue";
import { t } from "../../language/language";

/** One of the two boards, A and B. */
export type Side = 0 | 1;
export const SIDES = [0, 1] as const;

/** The four players, named as in BPGN: `A` and `a` are White and Black on board A. */
export const SEATS = ["A", "a", "B", "b"] as const;
export type Seat = (typeof SEATS)[number];

/** The two teams of partners. */
export const TEAMS: readonly (readonly Seat[])[] = [
  ["A", "b"],
  ["a", "B"],
];

/** The pieces that can be in hand, the cheapest first. */
export const DROPS = ["pawn", "knight", "bishop", "rook", "queen"] as const satisfies Role[];

export const boardName = (side: Side) => (side === 0 ? "A" : "B");
export const seatOf = (side: Side, color: Color): Seat =>
  SEATS[2 * side + (color === "white" ? 0 : 1)] as Seat;
export const sideOf = (seat: Seat): Side => (seat.toUpperCase() === "A" ? 0 : 1);
export const colorOf = (seat: Seat): Color => (seat === seat.toUpperCase() ? "white" : "black");
/** The player of the other colour on the other board. */
export const partnerOf = (seat: Seat): Seat => seatOf(sideOf(seat) === 0 ? 1 : 0, opposite(colorOf(seat)));
/** `White on board A`. */
export function seatName(seat: Seat): string {
  const board = boardName(sideOf(seat));
  return colorOf(seat) === "white"
    ? t("White on board {board}", { board })
    : t("Black on board {board}", { board });
}

/** A move of the game. */
export interface Ply {
  seat: Seat;
  /** Its number on its board, from 1 on, the same for White and Black. */
  number: number;
  uci: string;
  san: string;
  /** What the player's clock showed after it, in milliseconds; null without clocks. */
  clock: number | null;
}

export type Outcome =
  | { kind: "mate" | "time" | "resignation"; loser: Seat }
  | { kind: "repetition"; side: Side }
  | { kind: "stuck" };

/** A game as it stands. */
export interface Table {
  boards: readonly [Crazyhouse, Crazyhouse];
  /** The positions of each board so far, the current one last. */
  seen: readonly [string[], string[]];
  plies: Ply[];
  outcome: Outcome | null;
}

const fenOf = (board: Crazyhouse) => makeFen(board.toSetup());
/** What makes two positions the same: pieces on the board and in hand, side to move, castling, en passant. */
const keyOf = (board: Crazyhouse) => fenOf(board).split(" ").slice(0, 4).join(" ");

/** A new game, or one from two FENs. */
export function newTable(fens?: [string, string]): Table {
  const read = (fen: string) => Crazyhouse.fromSetup(parseFen(fen).unwrap()).unwrap();
  const boards: [Crazyhouse, Crazyhouse] = fens
    ? [read(fens[0]), read(fens[1])]
    : [Crazyhouse.default(), Crazyhouse.default()];
  return { boards, seen: [[keyOf(boards[0])], [keyOf(boards[1])]], plies: [], outcome: null };
}

/** The FEN of a board, with what is in hand in brackets. */
export const fenAt = (table: Table, side: Side) => fenOf(table.boards[side]);
/** The FEN without what is in hand, which captures on the other board do not change. */
export const bareFenAt = (table: Table, side: Side) => fenAt(table, side).replace(/\[.*\]/, "");
export const seatToMove = (table: Table, side: Side): Seat => seatOf(side, table.boards[side].turn);

/** The number of pieces of a kind that a player has in hand. */
export const handCount = (table: Table, seat: Seat, role: Role): number =>
  table.boards[sideOf(seat)].pockets?.[colorOf(seat)][role] ?? 0;

/** Where the side to move could drop a piece if it had one; null if no drop can answer the check. */
function dropSquares(board: Crazyhouse) {
  const { king, checkers } = board.ctx();
  if (checkers.isEmpty()) return board.board.occupied.complement();
  const checker = checkers.singleSquare();
  return checker === undefined || king === undefined ? null : between(checker, king);
}

/** Whether a piece on the board can move. */
const canMove = (board: Crazyhouse) => [...board.allDests().values()].some((to) => to.nonEmpty());

/** Whether the side to move is mated: no piece that its partner could capture would help. */
function isMate(board: Crazyhouse): boolean {
  if (!board.isCheck() || canMove(board)) return false;
  return dropSquares(board)?.isEmpty() ?? true;
}

/** Whether the side to move has no legal move now; a capture by its partner may bring one. */
export const isStuck = (board: Crazyhouse) => !canMove(board) && board.dropDests().isEmpty();

/** The squares where the player to move may drop a piece of a kind now. */
export function dropsOf(table: Table, side: Side, role: Role): string[] {
  const board = table.boards[side];
  if (!handCount(table, seatToMove(table, side), role)) return [];
  return [...(dropSquares(board) ?? [])]
    .filter((square) => role !== "pawn" || (square > 7 && square < 56))
    .map(makeSquare);
}

/** Parses a legal move in UCI (castling in either notation), as a drop like `N@f3`, or in SAN; its UCI, or null. */
export function parseMove(table: Table, side: Side, text: string): string | null {
  const board = table.boards[side];
  const move = parseSan(board, text.trim()) ?? parseUci(text.trim());
  return move && board.isLegal(move) ? makeUci(move) : null;
}

/** The outcome after a move on a board, null while the game goes on. */
function outcomeAfter(table: Table, side: Side, isTimed: boolean): Outcome | null {
  const board = table.boards[side];
  const seen = table.seen[side];
  if (isMate(board)) return { kind: "mate", loser: seatToMove(table, side) };
  if (seen.filter((key) => key === seen.at(-1)).length >= 3) return { kind: "repetition", side };
  if (!isTimed && table.boards.every(isStuck)) return { kind: "stuck" };
  return null;
}

/**
 * Plays a move; what it captures goes to the other board.
 *
 * @param clock what the player's clock shows after it, null without clocks
 * @returns null for a move that is not legal, or when the game is over
 */
export function playMove(table: Table, side: Side, uci: string, clock: number | null): Table | null {
  const before = table.boards[side];
  const move = parseUci(uci);
  if (table.outcome || !move || !before.isLegal(move)) return null;
  const seat = seatToMove(table, side);
  const color = colorOf(seat);
  const board = before.clone();
  // chessops knows crazyhouse alone, where a mate is another thing: the sign is added below.
  const bare = makeSan(before, move).replace(/[+#]$/, "");
  const san = isDrop(move) && move.role === "pawn" ? `P${bare}` : bare;
  board.play(move);
  const other: Side = side === 0 ? 1 : 0;
  const there = table.boards[other].clone();
  for (const role of DROPS) {
    const had = (before.pockets?.[color][role] ?? 0) - (isDrop(move) && move.role === role ? 1 : 0);
    const took = (board.pockets?.[color][role] ?? 0) - had;
    if (took <= 0 || !board.pockets || !there.pockets) continue;
    board.pockets[color][role] -= took;
    there.pockets[opposite(color)][role] += took;
  }
  const boards: [Crazyhouse, Crazyhouse] = side === 0 ? [board, there] : [there, board];
  const seen: [string[], string[]] = [[...table.seen[0]], [...table.seen[1]]];
  seen[side].push(keyOf(board));
  // Another piece in hand makes it another position.
  seen[other][seen[other].length - 1] = keyOf(there);
  const suffix = isMate(board) ? "#" : board.isCheck() ? "+" : "";
  const ply = { seat, number: before.fullmoves, uci: makeUci(move), san: san + suffix, clock };
  const next: Table = { boards, seen, plies: [...table.plies, ply], outcome: null };
  return { ...next, outcome: outcomeAfter(next, side, clock !== null) };
}

/** The time left for each player, in milliseconds. */
export type Clocks = Record<Seat, number>;

/** The clocks after some time without a move: those of the players to move run, past zero if need be. */
export function clocksAfter(table: Table, clocks: Clocks, milliseconds: number): Clocks {
  const left = { ...clocks };
  for (const side of SIDES) left[seatToMove(table, side)] -= milliseconds;
  return left;
}

/** The player whose flag fell first, null if none has. */
export function fallenFlag(clocks: Clocks): Seat | null {
  const first = SEATS.reduce((one, other) => (clocks[other] < clocks[one] ? other : one));
  return clocks[first] <= 0 ? first : null;
}

/** Ends a game with a loss; one that is over stays as it is. */
export const endGame = (table: Table, kind: "time" | "resignation", loser: Seat): Table =>
  table.outcome ? table : { ...table, outcome: { kind, loser } };

/** The result in PGN; `1-0` is a win of White on board A and its partner. */
export function resultOf(outcome: Outcome | null): string {
  if (!outcome) return "*";
  if (!("loser" in outcome)) return "1/2-1/2";
  return outcome.loser === "A" || outcome.loser === "b" ? "0-1" : "1-0";
}

const LOSSES = {
  mate: "{loser} is mated: {winner} and {partner} win.",
  time: "{loser} has no time left: {winner} and {partner} win.",
  resignation: "{loser} resigns: {winner} and {partner} win.",
} as const;

/** An outcome as a sentence. */
export function outcomeText(outcome: Outcome): string {
  if (outcome.kind === "stuck") return t("Draw: nobody can move.");
  if (outcome.kind === "repetition") {
    return t("Draw by threefold repetition on board {board}.", { board: boardName(outcome.side) });
  }
  const { kind, loser } = outcome;
  const winner = seatOf(sideOf(loser), opposite(colorOf(loser)));
  return t(LOSSES[kind], {
    loser: seatName(loser),
    winner: seatName(winner),
    partner: seatName(partnerOf(winner)),
  });
}

/** A game as BPGN, <https://bughousedb.com/Lieven_BPGN_Standard.txt>. */
export function makeBpgn(table: Table, tags: Record<string, string>): string {
  const quoted = (value: string) => value.replace(/[\\"]/g, "\\$&");
  const result = resultOf(table.outcome);
  const head = Object.entries({ ...tags, Result: result }).map(
    ([name, value]) => `[${name} "${quoted(value)}"]`,
  );
  const moves = table.plies.map(({ seat, number, san, clock }) => {
    const shown = clock === null ? "" : `{${(clock / 1000).toFixed(1)}}`;
    return `${number}${seat}. ${san}${shown}`;
  });
  const why = table.outcome ? [`{${outcomeText(table.outcome)}}`] : [];
  return `${head.join("\n")}\n\n${[...moves, ...why, result].join(" ")}\n`;
}

/** A piece by its letter, `a knight`. */
export const PIECES: Record<string, Plain> = {
  p: "a pawn",
  n: "a knight",
  b: "a bishop",
  r: "a rook",
  q: "a queen",
};

/** How much a piece would help the partner, or the opponent, as words say with one to three signs. */
const HELPS = {
  "+": ["{piece} would be good", "{piece} would be very good", "{piece} would decide"],
  "-": [
    "{piece} would help my opponent",
    "{piece} would help my opponent a lot",
    "{piece} would decide for my opponent",
  ],
} as const;

/** What one partner says to the other, as `++n`, in words. */
export function adviceText(words: string): string {
  const [, signs = "", letter = ""] = /^([+-]+)([pnbrq])$/.exec(words) ?? [];
  const piece = PIECES[letter];
  if (!piece) return words;
  const helps = HELPS[signs.startsWith("+") ? "+" : "-"];
  return t(helps[Math.min(3, signs.length) - 1] ?? helps[0], { piece: t(piece) });
}
