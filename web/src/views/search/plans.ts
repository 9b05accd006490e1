/** Plans, which are pieces and where they went, as moves on a board. */

import { attacks } from "chessops/attacks";
import { parseFen } from "chessops/fen";
import type { Setup } from "chessops/setup";
import type { Color, Piece } from "chessops/types";
import { charToRole, makeSquare, opposite, parseSquare } from "chessops/util";
import type { NextMove, NextMoves } from "../../api/client";

/** A plan, and the square of the piece that would carry it out; null where the board has none. */
export interface Planned extends NextMove {
  color: Color;
  from: string | null;
}

/** How many plans of a side are shown. */
export const SHOWN = 5;

/** How many moves a piece may take to where it goes: three of six are the side's own. */
const MOST_MOVES = 3;

/** The most frequent plans of both sides, on the board of a FEN. */
export function planned(plans: NextMoves, fen: string): Planned[] {
  const setup = parseFen(fen);
  const some = (color: Color) =>
    plans[color].slice(0, SHOWN).map((plan) => ({
      ...plan,
      color,
      from: setup.isOk ? originOf(setup.value, plan, color) : null,
    }));
  return [...some("white"), ...some("black")];
}

/** The square of the piece of that kind that is there in the fewest moves. */
function originOf(setup: Setup, plan: NextMove, color: Color): string | null {
  const role = charToRole(plan.piece);
  const to = parseSquare(plan.to);
  if (!role || to === undefined) return null;
  const piece = { role, color };
  const distances = [...setup.board.pieces(color, role)]
    .filter((square) => square !== to)
    .map((square) => ({ square, moves: distance(setup, piece, square, to) }))
    .filter(({ moves }) => moves <= MOST_MOVES);
  const [nearest] = distances.sort((a, b) => a.moves - b.moves || a.square - b.square);
  return nearest ? makeSquare(nearest.square) : null;
}

/** In how many moves a piece goes somewhere while the others stay; its own may stand there, and go away. */
function distance(setup: Setup, piece: Piece, from: number, to: number): number {
  if (piece.role === "pawn") return pawnDistance(setup, piece.color, from, to);
  let reached = new Set([from]);
  for (let moves = 1; moves <= MOST_MOVES; moves++) {
    const next = new Set<number>();
    for (const square of reached) {
      const seen = attacks(piece, square, setup.board.occupied);
      if (seen.has(to)) return moves;
      for (const there of seen.diff(setup.board[piece.color])) next.add(there);
    }
    reached = next;
  }
  return Number.POSITIVE_INFINITY;
}

/** Straight on, or by a capture of what stands there. */
function pawnDistance(setup: Setup, color: Color, from: number, to: number): number {
  const ahead = color === "white" ? 1 : -1;
  const ranks = ((to >> 3) - (from >> 3)) * ahead;
  const files = Math.abs((to & 7) - (from & 7));
  if (ranks < 1 || files > ranks) return Number.POSITIVE_INFINITY;
  // A step aside wants something to take: here, now.
  if (files && !(ranks === 1 && setup.board[opposite(color)].has(to))) return Number.POSITIVE_INFINITY;
  const isHome = from >> 3 === (color === "white" ? 1 : 6);
  return isHome && ranks >= 2 ? ranks - 1 : ranks;
}
