/**
 * A series of progressive chess: one side moves so many times, none of its moves checks but the last.
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
  /** `mate`, or not one; `stuck`: there is no move that does not check. */
  state: "open" | "mate" | "noMate" | "stuck";
}

/** A move of a series; null if it may not be played, because it is not legal or checks too early. */
function after(position: Chess, uci: string, isLast: boolean): { step: Step; next: Chess } | null {
  const move = parseUci(uci);
  if (!move || !position.isLegal(move)) return null;
  const san = makeSan(position, move);
  const next = position.clone();
  next.play(move);
  if (!isLast) {
    if (next.isCheck()) return null;
    // The same side again; nothing was passed that could be taken.
    next.turn = opposite(next.turn);
    next.epSquare = undefined;
  }
  return { step: { fen: makeFen(next.toSetup()), uci, san, position: next }, next };
}

/** Plays a series as far as it may be played. */
export function series(fen: string, moves: number, played: string[]): Series {
  const start = positionOf(fen);
  const steps: Step[] = [{ fen, uci: null, san: null, position: start }];
  if (!start) return { steps, state: "stuck" };
  let position = start;
  for (const uci of played.slice(0, moves)) {
    const made = after(position, uci, steps.length === moves);
    if (!made) break;
    steps.push(made.step);
    position = made.next;
  }
  if (steps.length > moves) return { steps, state: position.isCheckmate() ? "mate" : "noMate" };
  return { steps, state: position.hasDests() ? "open" : "stuck" };
}

/** Why a move that chess allows may not be played here: it checks before the last one. */
export function checksEarly(position: Chess, uci: string): boolean {
  const move = parseUci(uci);
  if (!move) return false;
  const next = position.clone();
  next.play(move);
  return next.isCheck();
}

/** How hard a mate is to be: of so many puzzles the hardest is taken. */
export const LEVELS = [
  { name: "1", label: "Easy", moves: 3, tries: 1 },
  { name: "2", label: "Medium", moves: 4, tries: 4 },
  { name: "3", label: "Hard", moves: 5, tries: 6 },
  { name: "4", label: "Very hard", moves: 6, tries: 2 },
] as const;
export type LevelName = (typeof LEVELS)[number]["name"];
