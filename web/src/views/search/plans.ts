/** Plans as moves on a board: each is a piece and the square it went to. */

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

/** The number of plans that are shown for each side. */
export const SHOWN = 5;

/** The most moves a piece may need: of six, three are its side's. */
const MOST_MOVES = 3;

/** The most frequent plans of both sides, on the board of a FEN. */
export function locatePlans(plans: NextMoves, fen: string): Planned[] {
  const setup = parseFen(fen);
  const some = (color: Color) =>
    plans[color].slice(0, SHOWN).map((plan) => ({
      ...plan,
      color,
      from: setup.isOk ? originOf(setup.value, plan, color) : null,
    }));
  return [...some("white"), ...some("black")];
}

/** The square of the piece of that kind that needs the fewest moves. */
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

/** The moves a piece needs while the others stay; a piece of its own side on the target does not block it. */
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

/** The moves a pawn needs: straight ahead, or one capture of a piece that stands there. */
function pawnDistance(setup: Setup, color: Color, from: number, to: number): number {
  const ahead = color === "white" ? 1 : -1;
  const ranks = ((to >> 3) - (from >> 3)) * ahead;
  const files = Math.abs((to & 7) - (from & 7));
  if (ranks < 1 || files > ranks) return Number.POSITIVE_INFINITY;
  // A step to the side needs a piece to capture.
  if (files && !(ranks === 1 && setup.board[opposite(color)].has(to))) return Number.POSITIVE_INFINITY;
  const isHome = from >> 3 === (color === "white" ? 1 : 6);
  return isHome && ranks >= 2 ? ranks - 1 : ranks;
}

/** The number of plans that are drawn on the board: with more, arrows lie over each other. */
const DRAWN = 3;

/**
 * The plans that are drawn: the most frequent ones whose arrows share no square and go along no common line, at least
 * one of each side if it has one.
 */
export function drawnPlans(plans: Planned[]): Planned[] {
  const drawn: Planned[] = [];
  const byGames = plans.filter(({ from }) => from).sort((a, b) => b.games - a.games);
  const first = (["white", "black"] as const).map((color) => byGames.find((plan) => plan.color === color));
  const rest = byGames.filter((plan) => !first.includes(plan));
  for (const plan of [...first, ...rest]) {
    if (plan && drawn.length < DRAWN && !drawn.some((other) => isOver(plan, other))) drawn.push(plan);
  }
  return drawn;
}

/** Whether two arrows have a square in common, or cross within one. */
function isOver(one: Planned, other: Planned): boolean {
  const squares = (plan: Planned) => {
    const [from, to] = [plan.from ?? plan.to, plan.to].map((square) => parseSquare(square) ?? 0) as [
      number,
      number,
    ];
    const steps = Math.max(Math.abs((to & 7) - (from & 7)), Math.abs((to >> 3) - (from >> 3)));
    return Array.from({ length: steps + 1 }, (_, step) => {
      const part = (begin: number, end: number) => Math.round(begin + ((end - begin) * step) / steps);
      return `${part(from & 7, to & 7)} ${part(from >> 3, to >> 3)}`;
    });
  };
  const there = new Set(squares(other));
  return squares(one).some((square) => there.has(square));
}
