/** An exercise being solved: what was played, what was wrong, what comes next. */

import { type Chess, normalizeMove } from "chessops/chess";
import { makeUci, parseUci } from "chessops/util";
import type { Exercise } from "../../api/client";
import { positionOf, type Step, steps } from "../../board/chess";

export interface Attempt {
  /** Moves on the board: the solver's and the opponent's replies, UCI. */
  played: string[];
  /** Moves that were wrong, the last one last; UCI. */
  wrong: string[];
  /** Whether the last thing that happened was a wrong move. */
  isWrong: boolean;
  /** How many moves were played when a hint was asked for the last time. */
  hintedAt: number | null;
  /** Whether the solution was shown. */
  isShown: boolean;
}

export const BEGUN: Attempt = { played: [], wrong: [], isWrong: false, hintedAt: null, isShown: false };

export type Outcome = "open" | "solved" | "helped" | "shown";

/** The positions from the exercise's on, as far as the attempt has come. */
export const walked = (exercise: Exercise, attempt: Attempt): Step[] =>
  steps({ fen: exercise.fen, moves: attempt.played, ply: 0 });

/** Whether it is at its end: the whole solution was played, or another mate. */
export function isDone(exercise: Exercise, attempt: Attempt): boolean {
  if (attempt.isShown || attempt.played.length >= exercise.solution.length) return true;
  return walked(exercise, attempt).at(-1)?.position?.isCheckmate() ?? false;
}

/** How it went; open while it has no end. */
export function outcomeOf(exercise: Exercise, attempt: Attempt): Outcome {
  if (!isDone(exercise, attempt)) return "open";
  if (attempt.isShown) return "shown";
  return attempt.wrong.length || attempt.hintedAt !== null ? "helped" : "solved";
}

/** The same move however it is written: castling is `e1g1` and `e1h1`. */
function isSame(position: Chess, one: string, other: string): boolean {
  const canonical = (uci: string) => {
    const move = parseUci(uci);
    return move && makeUci(normalizeMove(position, move));
  };
  return canonical(one) === canonical(other);
}

/** After a move of the solver: right if the solution has it, or if it mates at once. */
export function tried(exercise: Exercise, attempt: Attempt, uci: string): Attempt {
  const position = walked(exercise, attempt).at(-1)?.position;
  const move = parseUci(uci);
  const wanted = exercise.solution[attempt.played.length];
  if (!position || !move || !wanted || isDone(exercise, attempt)) return attempt;
  const after = position.clone();
  after.play(move);
  if (after.isCheckmate()) return { ...attempt, played: [...attempt.played, uci], isWrong: false };
  if (isSame(position, uci, wanted.uci)) {
    return { ...attempt, played: [...attempt.played, wanted.uci], isWrong: false };
  }
  return { ...attempt, wrong: [...attempt.wrong, uci], isWrong: true };
}

/** Whether it is the opponent's turn to reply. */
export const isReplying = (exercise: Exercise, attempt: Attempt) =>
  attempt.played.length % 2 === 1 && !isDone(exercise, attempt);

/** After the opponent's reply. */
export function replied(exercise: Exercise, attempt: Attempt): Attempt {
  const reply = exercise.solution[attempt.played.length];
  return reply ? { ...attempt, played: [...attempt.played, reply.uci] } : attempt;
}

/** With the whole solution on the board. */
export const shown = (exercise: Exercise, attempt: Attempt): Attempt => ({
  ...attempt,
  played: exercise.solution.map(({ uci }) => uci),
  isWrong: false,
  isShown: true,
});

/** What an exercise says of a first move that is not its own, null if nothing. */
export function alternative(exercise: Exercise, attempt: Attempt) {
  const position = positionOf(exercise.fen);
  const last = attempt.wrong.at(-1);
  if (!position || !last || !attempt.isWrong || attempt.played.length) return null;
  return exercise.alternatives.find(({ uci }) => isSame(position, uci, last)) ?? null;
}
