/** Positions before those that are compared: what was played in them says more than similar positions do. */

/** The first move of which positions are compared, after White's half of it: the default of `--from-move`. */
const FIRST_MOVE = 13;

/** The number of pieces at the start of a game. */
const ALL_PIECES = 32;

/**
 * Whether a position comes before the moves that are usually compared, by its move number. A FEN without one has 1;
 * that counts only while all pieces stand.
 */
export function isOpening(fen: string): boolean {
  const [board = "", turn] = fen.split(" ");
  const move = moveOf(fen);
  if (move === 1) return board.replace(/[^a-z]/gi, "").length === ALL_PIECES;
  return move < FIRST_MOVE || (move === FIRST_MOVE && turn === "w");
}

/**
 * The first move whose plans are shown. Measured on openings among 22.6 million positions: before it the most similar
 * positions come so much later that their plans are those of other openings.
 */
const FIRST_PLANS = 5;

/** Whether the plans of similar positions make sense in a position. */
export const hasPlans = (fen: string): boolean => !isOpening(fen) || moveOf(fen) >= FIRST_PLANS;

const moveOf = (fen: string) => Number.parseInt(fen.split(" ")[5] ?? "1", 10);
