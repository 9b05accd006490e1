/** An exercise being solved: the moves played, the mistakes, the next move. */

import type { Chess } from "chessops/chess";
import { parseUci } from "chessops/util";
import type { Exercise } from "../../api/client";
import { canonical, positionOf, type Step, steps } from "../../board/chess";

export interface Attempt {
  /** The moves on the board, of the solver and of the opponent, UCI. */
  played: string[];
  /** The wrong moves in their order, UCI. */
  wrong: string[];
  /** Whether the last attempted move was wrong. */
  isWrong: boolean;
  /** The number of moves played at the last hint; null without one. */
  hintedAt: number | null;
  /** Whether the solution was shown. */
  isShown: boolean;
}

/** An attempt before its first move. */
export const NEW_ATTEMPT: Attempt = { played: [], wrong: [], isWrong: false, hintedAt: null, isShown: false };

export type Outcome = "open" | "solved" | "helped" | "shown";

/** The positions of an attempt so far. */
export const positions = (exercise: Exercise, attempt: Attempt): Step[] =>
  steps({ fen: exercise.fen, moves: attempt.played, ply: 0 });

/** Whether an attempt has ended: the solution, or another mate, is on the board. */
export function isDone(exercise: Exercise, attempt: Attempt): boolean {
  if (attempt.isShown || attempt.played.length >= exercise.solution.length) return true;
  return positions(exercise, attempt).at(-1)?.position?.isCheckmate() ?? false;
}

/** The outcome of an attempt. */
export function outcomeOf(exercise: Exercise, attempt: Attempt): Outcome {
  if (!isDone(exercise, attempt)) return "open";
  if (attempt.isShown) return "shown";
  return attempt.wrong.length || attempt.hintedAt !== null ? "helped" : "solved";
}

/** Whether two moves are the same; castling is written `e1g1` or `e1h1`. */
function isSame(position: Chess, one: string, other: string): boolean {
  const move = canonical(position, one);
  return move !== null && move === canonical(position, other);
}

/** Plays a move of the solver, which is right if it is in the solution or mates at once. */
export function tryMove(exercise: Exercise, attempt: Attempt, uci: string): Attempt {
  const position = positions(exercise, attempt).at(-1)?.position;
  const move = parseUci(uci);
  const solution = exercise.solution[attempt.played.length];
  if (!position || !move || !solution || isDone(exercise, attempt)) return attempt;
  const after = position.clone();
  after.play(move);
  if (after.isCheckmate()) return { ...attempt, played: [...attempt.played, uci], isWrong: false };
  if (isSame(position, uci, solution.uci)) {
    return { ...attempt, played: [...attempt.played, solution.uci], isWrong: false };
  }
  return { ...attempt, wrong: [...attempt.wrong, uci], isWrong: true };
}

/** Whether it is the opponent's turn to reply. */
export const isReplying = (exercise: Exercise, attempt: Attempt) =>
  attempt.played.length % 2 === 1 && !isDone(exercise, attempt);

/** Plays the opponent's reply. */
export function playReply(exercise: Exercise, attempt: Attempt): Attempt {
  const reply = exercise.solution[attempt.played.length];
  return reply ? { ...attempt, played: [...attempt.played, reply.uci] } : attempt;
}

/** Plays the whole solution. */
export const showSolution = (exercise: Exercise, attempt: Attempt): Attempt => ({
  ...attempt,
  played: exercise.solution.map(({ uci }) => uci),
  isWrong: false,
  isShown: true,
});

/** What an exercise says about a wrong first move, null if nothing. */
export function findAlternative(exercise: Exercise, attempt: Attempt) {
  const position = positionOf(exercise.fen);
  const last = attempt.wrong.at(-1);
  if (!position || !last || !attempt.isWrong || attempt.played.length) return null;
  return exercise.alternatives.find(({ uci }) => isSame(position, uci, last)) ?? null;
}
