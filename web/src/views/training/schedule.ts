/** When mistakes come again: FSRS, by the library ts-fsrs. */

import { type CardInput, createEmptyCard, fsrs, Rating } from "ts-fsrs";
import type { Schedule } from "./kept";

/** An exercise that is known well comes again within a year. Guessed. */
const LONGEST = 365;

/**
 * The schedule after an exercise was done; null if it needs none, since it was solved and never missed.
 *
 * An exercise comes again after a day at the earliest.
 */
export function scheduleAfter(before: Schedule | undefined, isSolved: boolean, now: Date): Schedule | null {
  if (!before && isSolved) return null;
  const scheduler = fsrs({ enable_short_term: false, maximum_interval: LONGEST });
  // Its dates may be texts.
  const card = before ? (before as unknown as CardInput) : createEmptyCard(now);
  const { card: after } = scheduler.next(card, now, isSolved ? Rating.Good : Rating.Again);
  return JSON.parse(JSON.stringify(after)) as Schedule;
}
