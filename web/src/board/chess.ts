/** Positions and lines of moves, by chessops. */

import { Chess, IllegalSetup, normalizeMove, type Position } from "chessops/chess";
import { chessgroundDests } from "chessops/compat";
import { INITIAL_FEN, makeFen, parseFen } from "chessops/fen";
import { emptyHeaders, type Game, type PgnNodeData, parsePgn } from "chessops/pgn";
import { makeSan, parseSan } from "chessops/san";
import type { Color, Piece, Role } from "chessops/types";
import { makeSquare, makeUci, parseSquare, parseUci } from "chessops/util";
import { t } from "../language/language";
import { wrongBoard } from "./fen";

export const START = INITIAL_FEN;

/** A position, the moves after it, and the number of them that are played. */
export interface Line {
  fen: string;
  /** UCI, e.g. `e2e4`. */
  moves: string[];
  ply: number;
}

/** A position of a line; the first one has no move before it. */
export interface Step {
  fen: string;
  uci: string | null;
  san: string | null;
  /** Null for an illegal position. */
  position: Chess | null;
}

/** The position of a FEN, null if it is not legal. */
export function positionOf(fen: string): Chess | null {
  const setup = parseFen(fen.trim().replaceAll("_", " "));
  if (setup.isErr) return null;
  const position = Chess.fromSetup(setup.value);
  return position.isOk ? position.value : null;
}

/**
 * One sentence about the first fault of a position: its FEN cannot be read, or no game can reach it. Null if there is
 * none that the page knows; the server may know others.
 */
export function wrongPosition(fen: string): string | null {
  const wrong = wrongBoard(fen);
  if (wrong) return wrong;
  const [board = "", turn = "w"] = fen.split(/[\s_]+/).filter(Boolean);
  for (const [king, none, several] of KINGS) {
    const kings = board.split(king).length - 1;
    if (kings !== 1) return t(kings ? several : none);
  }
  const ranks = board.split("/");
  if (/p/i.test(`${ranks[0]}${ranks[7]}`)) return t("A pawn stands on the first or last rank.");
  const setup = parseFen(`${board} ${turn} - - 0 1`);
  const position = setup.isOk && Chess.fromSetup(setup.value);
  if (position && position.isErr && position.error.message === IllegalSetup.OppositeCheck)
    return turn === "b"
      ? t("White’s king is in check, and Black is to move.")
      : t("Black’s king is in check, and White is to move.");
  return null;
}

const KINGS = [
  ["K", "White has no king.", "White has more than one king."],
  ["k", "Black has no king.", "Black has more than one king."],
] as const;

/** The positions of a line, up to its first illegal move. */
export function steps({ fen, moves }: Line): Step[] {
  const position = positionOf(fen);
  const all: Step[] = [{ fen: position ? makeFen(position.toSetup()) : fen, uci: null, san: null, position }];
  if (!position) return all;
  const now = position.clone();
  for (const uci of moves) {
    const move = parseUci(uci);
    if (!move || !now.isLegal(move)) break;
    const san = makeSan(now, move);
    now.play(move);
    all.push({ fen: makeFen(now.toSetup()), uci, san, position: now.clone() });
  }
  return all;
}

/** A legal move as trees write it, castling as king takes rook, `e1h1`; null for any other. */
export function canonical(position: Position | null | undefined, uci: string | null): string | null {
  const move = uci && parseUci(uci);
  return move && position?.isLegal(move) ? makeUci(normalizeMove(position, move)) : null;
}

/** Plays a move at the ply of a line; later moves go, unless it is the same move. */
export function withMove(line: Line, uci: string): Line {
  const ply = line.ply + 1;
  if (line.moves[line.ply] === uci) return { ...line, ply };
  return { fen: line.fen, moves: [...line.moves.slice(0, line.ply), uci], ply };
}

/** Parses a typed move, as `Nf3` or `g1f3`; its UCI, null if it is not a legal move. */
export function parseMove(position: Position, text: string): string | null {
  const move = parseSan(position, text.trim()) ?? parseUci(text.trim().toLowerCase());
  return move && position.isLegal(move) ? makeUci(move) : null;
}

/** The legal destinations of each piece, for chessground. */
export const destinations = (position: Chess) => chessgroundDests(position);

/** Whether a move promotes a pawn. */
export function promotes(position: Chess, from: string, to: string): boolean {
  const square = parseSquare(from);
  const piece = square === undefined ? undefined : position.board.get(square);
  return piece?.role === "pawn" && (to[1] === "8" || to[1] === "1");
}

/** A line as the query of an address, named as in opening explorers: `fen`, `play`, and `ply`. */
export function toQuery(line: Line): URLSearchParams {
  const query = new URLSearchParams();
  if (line.fen !== START) query.set("fen", line.fen.replaceAll(" ", "_"));
  if (line.moves.length) query.set("play", line.moves.join(","));
  if (line.ply !== line.moves.length) query.set("ply", String(line.ply));
  return query;
}

/** Reads a line from the query of an address, up to its first illegal move. */
export function fromQuery(query: URLSearchParams): Line {
  const fen = query.get("fen")?.replaceAll("_", " ").trim() || START;
  const moves = query.get("play")?.split(",").filter(Boolean) ?? [];
  const legal = steps({ fen, moves, ply: 0 }).length - 1;
  const ply = Number.parseInt(query.get("ply") ?? "", 10);
  return {
    fen,
    moves: moves.slice(0, legal),
    ply: Number.isNaN(ply) ? legal : Math.max(0, Math.min(ply, legal)),
  };
}

/** The most characters of a text that are parsed, whole games of a longer file. Guessed. */
export const MOST_PASTED = 2_000_000;

/** The games of a PGN as they are written, not yet played. */
export const gamesOf = (text: string): Game<PgnNodeData>[] => parsePgn(text, emptyHeaders);

/** What is in a text: the line of its FEN, or the main line of its first game, and its games, of a FEN none. */
export interface Pasted {
  line: Line;
  games: Game<PgnNodeData>[];
}

/** Parses a pasted text; null if it is neither a FEN nor a PGN. */
export function parsePasted(text: string): Pasted | null {
  const trimmed = text.trim();
  const fen = trimmed.replaceAll("_", " ");
  if (!wrongBoard(fen)) {
    return { line: { fen: completeFen(fen), moves: [], ply: 0 }, games: [] };
  }
  if (trimmed.length > MOST_PASTED) return null;
  const games = gamesOf(trimmed);
  const [game] = games;
  if (!game) return null;
  const position = startOfGame(game.headers);
  if (!position) return null;
  const line: Line = { fen: makeFen(position.toSetup()), moves: [], ply: 0 };
  for (const node of game.moves.mainline()) {
    const move = parseSan(position, node.san);
    if (!move) break;
    line.moves.push(makeUci(move));
    position.play(move);
  }
  if (!line.moves.length && !game.headers.has("FEN")) return null;
  return { line: { ...line, ply: line.moves.length }, games };
}

/** What is wrong with a text that is neither a FEN nor a PGN, in a sentence. */
export const trouble = (text: string): string =>
  /^\[|^1\s*\./.test(text.trim())
    ? t("This PGN has no game of chess with a legal first move.")
    : (wrongBoard(text) ?? t("This FEN cannot be read."));

/** Names of standard chess, as PGN files have them. */
const STANDARD =
  /^(standard|chess( standard)?|normal|from position|(chess|fischer) ?r?(960|andom)(chess)?|wild\/.*)$/i;

/** The position that a game begins with; null if it is none of chess. */
export function startOfGame(headers: Map<string, string>): Chess | null {
  const variant = headers.get("Variant");
  if (variant && !STANDARD.test(variant)) return null;
  const fen = headers.get("FEN");
  return fen ? positionOf(fen) : Chess.default();
}

/** A FEN with its optional fields. */
function completeFen(fen: string): string {
  const [board = "", turn = "w", castling = "-", passant = "-", half = "0", full = "1"] = fen.split(/\s+/);
  return [board, turn, castling, passant, half, full].join(" ");
}

/** A line from moves in SAN, e.g. of a stored game. */
export function lineOf(fen: string | null, sans: string): Line {
  const line: Line = { fen: fen ?? START, moves: [], ply: 0 };
  const position = positionOf(line.fen);
  if (!position) return line;
  for (const san of sans.split(" ").filter(Boolean)) {
    const move = san === "--" ? undefined : parseSan(position, san);
    if (!move) break;
    line.moves.push(makeUci(move));
    position.play(move);
  }
  return line;
}

/** The pieces of a FEN, by square. */
export function piecesOf(fen: string): Map<string, Piece> {
  const setup = parseFen(fen);
  const pieces = new Map<string, Piece>();
  if (setup.isErr) return pieces;
  for (const [square, piece] of setup.value.board) pieces.set(makeSquare(square), piece);
  return pieces;
}

/** The place of a square from the left and the top, in squares. */
export function placeOf(square: string, orientation: Color): [number, number] {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  return orientation === "white" ? [file, 7 - rank] : [7 - file, rank];
}

/** A FEN with another board. */
export function withBoard(fen: string, board: string): string {
  return [board, ...fen.split(" ").slice(1)].join(" ");
}

/** A FEN with another side to move and other castling rights, where its pieces allow them. */
export function withFields(fen: string, turn: "w" | "b", castling: string): string {
  const [board = ""] = fen.split(" ");
  const pieces = piecesOf(`${board} w - - 0 1`);
  const stands = (square: string, color: Color, role: Role) => {
    const piece = pieces.get(square);
    return piece?.color === color && piece.role === role;
  };
  const rights = [..."KQkq"].filter((right) => {
    const color = right === right.toUpperCase() ? "white" : "black";
    const rank = color === "white" ? "1" : "8";
    const file = right.toLowerCase() === "k" ? "h" : "a";
    if (!castling.includes(right)) return false;
    return stands(`e${rank}`, color, "king") && stands(file + rank, color, "rook");
  });
  return `${board} ${turn} ${rights.join("") || "-"} - 0 1`;
}

/** The pieces of a side in words, on their squares. */
const PIECES = [
  ["king", "{{n:king|kings}} {squares}"],
  ["queen", "{{n:queen|queens}} {squares}"],
  ["rook", "{{n:rook|rooks}} {squares}"],
  ["bishop", "{{n:bishop|bishops}} {squares}"],
  ["knight", "{{n:knight|knights}} {squares}"],
  ["pawn", "{{n:pawn|pawns}} {squares}"],
] as const satisfies [Role, string][];

/** A position in words, for screen readers: `White: king g1, ... Black: ... White to move.` */
export function describe(fen: string): string {
  const pieces = [...piecesOf(fen)];
  const side = (color: Color) =>
    PIECES.map(([role, words]) => {
      const squares = pieces
        .filter(([, piece]) => piece.color === color && piece.role === role)
        .map(([square]) => square);
      return squares.length ? t(words, { n: squares.length, squares: squares.sort().join(" ") }) : "";
    })
      .filter(Boolean)
      .join(", ") || t("nothing");
  const sides = t("White: {white}. Black: {black}.", { white: side("white"), black: side("black") });
  return `${sides} ${toMove(fen)}.`;
}

/** A position with its colours reversed. */
export function flipFen(fen: string): string {
  const [board = "", turn = "w", castling = "-", , ...rest] = fen.split(" ");
  const swap = (text: string) =>
    [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join("");
  const rights = castling === "-" ? "-" : [...swap(castling)].sort().join("");
  return [swap(board.split("/").reverse().join("/")), turn === "w" ? "b" : "w", rights, "-", ...rest].join(
    " ",
  );
}

/** The number of half-moves before a position, counted from the first move of a game. */
export function pliesOf(fen: string): number {
  const [, turn, , , , full = ""] = fen.split(" ");
  return 2 * ((Number.parseInt(full, 10) || 1) - 1) + (turn === "b" ? 1 : 0);
}

/** The number of the move after some half-moves, `12.` or `12…`. */
export const numberOf = (plies: number) => `${Math.floor(plies / 2) + 1}${plies % 2 ? "…" : "."}`;

/** The number of the next move, `12.` or `12…`. */
export const moveNumber = (fen: string) => numberOf(pliesOf(fen));

/** The side to move. */
export const turnOf = (fen: string): Color => (fen.split(" ")[1] === "b" ? "black" : "white");

/** `White to move` */
export const toMove = (fen: string) => (turnOf(fen) === "white" ? t("White to move") : t("Black to move"));
