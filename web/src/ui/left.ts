/** The time that is left of an upload, or of other work. */

import { t } from "../language/language";

/** The least time after which an upload says how fast it is, in seconds. Guessed. */
const LEAST = 2;

/**
 * The seconds until a file is sent, as fast as it was until now; null while that is not known.
 *
 * @param sent the share that is sent, from 0 to 1
 * @param seconds the time that it took
 */
export const secondsLeft = (sent: number, seconds: number): number | null =>
  seconds < LEAST || sent <= 0 ? null : (seconds * (1 - sent)) / sent;

/** What was done of some work, and when, in milliseconds. */
export interface Sample {
  at: number;
  done: number;
}

/** How many of the last samples an estimate looks at, and the least time between the first and the last. Guessed. */
export const LAST_SAMPLES = 15;
const LEAST_PACE = 10;

/**
 * The seconds until all is done, by the pace of the last samples; null while that is not known. What was done before,
 * as work that had been kept, does not count.
 */
export function secondsByPace(samples: Sample[], all: number): number | null {
  const some = samples.slice(-LAST_SAMPLES);
  const [first, last] = [some[0], some.at(-1)];
  if (!first || !last) return null;
  const seconds = (last.at - first.at) / 1000;
  const done = last.done - first.done;
  return seconds < LEAST_PACE || done <= 0 ? null : (seconds * (all - last.done)) / done;
}

/** `less than a minute left`, `about 3 minutes left`, `about 2 hours left`. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return t("less than a minute left");
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return t("about {n} minute{{s}} left", { n: minutes });
  return t("about {n} hours left", { n: Math.round(minutes / 60) });
}
