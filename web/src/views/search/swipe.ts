/** Swiping from one thing to the next. */

/** The least way of a swipe, in pixels. Guessed: more than a tap's. */
const LEAST = 40;

/** Where a swipe of this way leads: 1 to the next (to the left), -1 to the one before, 0 if it is none. */
export const swiped = (x: number, y: number): -1 | 0 | 1 =>
  Math.abs(x) < LEAST || Math.abs(x) < 2 * Math.abs(y) ? 0 : x < 0 ? 1 : -1;
