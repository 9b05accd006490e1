/**
 * A series of progressive chess: one side makes several moves in a row, and only the last may give check.
 *
 * `d4d3 d3c2 c2b1q f8b4` mates in `rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b`.
 */

import type { Chess } from "chessops/chess";
import { makeFen } from "chessops/fen";
import { makeSan } from "chessops/san";
import { opposite, parseUci } from "chessops/util";
import { positionOf, type Step } from "../../board/chess";

export interface Series {
  /** The positions before and after each move. */
  steps: Step[];
  /** `noMate`: all moves are played without mate; `stuck`: no legal move is left. */
  state: "open" | "mate" | "noMate" | "stuck";
}

/** Plays a move of a series; null if it is not legal, or checks too early. */
function playMove(position: Chess, uci: string, isLast: boolean): { step: Step; next: Chess } | null {
  const move = parseUci(uci);
  if (!move || !position.isLegal(move)) return null;
  const san = makeSan(position, move);
  const next = position.clone();
  next.play(move);
  if (!isLast) {
    if (next.isCheck()) return null;
    // The same side moves again, and en passant is over.
    next.turn = opposite(next.turn);
    next.epSquare = undefined;
  }
  return { step: { fen: makeFen(next.toSetup()), uci, san, position: next }, next };
}

/** Plays a series up to its first illegal move. */
export function playSeries(fen: string, moves: number, played: string[]): Series {
  const start = positionOf(fen);
  const steps: Step[] = [{ fen, uci: null, san: null, position: start }];
  if (!start) return { steps, state: "stuck" };
  let position = start;
  for (const uci of played.slice(0, moves)) {
    const made = playMove(position, uci, steps.length === moves);
    if (!made) break;
    steps.push(made.step);
    position = made.next;
  }
  if (steps.length > moves) return { steps, state: position.isCheckmate() ? "mate" : "noMate" };
  return { steps, state: position.hasDests() ? "open" : "stuck" };
}

/** Whether a legal move gives check, which only the last move of a series may. */
export function checksEarly(position: Chess, uci: string): boolean {
  const move = parseUci(uci);
  if (!move) return false;
  const next = position.clone();
  next.play(move);
  return next.isCheck();
}

/** The levels: the number of moves, and the number of puzzles of which the hardest is taken. */
export const LEVELS = [
  { name: "1", label: "Easy", moves: 3, tries: 1 },
  { name: "2", label: "Medium", moves: 4, tries: 4 },
  { name: "3", label: "Hard", moves: 5, tries: 6 },
  { name: "4", label: "Very hard", moves: 6, tries: 2 },
] as const;
export type LevelName = (typeof LEVELS)[number]["name"];
