/** The time that is left of an upload. */

import { t } from "../../language/language";

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

/** `less than a minute left`, `about 3 minutes left`, `about 2 hours left`. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return t("less than a minute left");
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return t("about {n} minute{{s}} left", { n: minutes });
  return t("about {n} hours left", { n: Math.round(minutes / 60) });
}
