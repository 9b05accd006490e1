/** Work that the server does not end in one answer, but goes on with in the next. */

import { Problem } from "../../api/client";

/** Codes of problems that pass with time; others, such as an engine that fails, do not. */
const LATE = ["outOfTime", "crowded", "opening", "rateLimited"];

/** Whether the server had too little time. */
export const isLate = (error: unknown): error is Problem =>
  error instanceof Problem && LATE.includes(error.code ?? "");

/**
 * Asks until there is an answer, or until the last try fails.
 *
 * @param tries the most tries
 * @param onLate called before each further try; whether to go on
 * @param pause waits for some seconds
 */
export async function untilDone<T>(
  ask: () => Promise<T>,
  tries: number,
  onLate: () => boolean,
  pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, 1000 * seconds)),
): Promise<T> {
  for (let left = tries - 1; ; left--) {
    try {
      return await ask();
    } catch (error) {
      if (!isLate(error) || left <= 0 || !onLate()) throw error;
      await pause(error.wait ?? 1);
    }
  }
}
