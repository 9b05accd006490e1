/** Keeps what is the user's in the browser, until the user deletes it, and in step with other tabs. */

import { stored } from "../ui/hooks";
import { watched } from "../ui/watched";

/**
 * Keeps a value under a name in the local storage.
 *
 * @param parse reads what was kept; null if it is nothing of the kind
 */
export function keeper<T>(name: string, parse: (text: string) => T | null, nothing: T) {
  const read = () => parse(stored(name) ?? "") ?? nothing;
  let kept = read();
  /** Whether the browser takes no more. */
  let isFull = false;
  const { redraw, useWatched } = watched();

  window.addEventListener("storage", ({ key }) => {
    // What the browser did not take is only here.
    if ((key !== name && key !== null) || isFull) return;
    kept = read();
    redraw();
  });

  /** Changes what is kept; whether the browser has taken it. */
  function change(change: (kept: T) => T): boolean {
    const next = change(kept);
    if (next === kept) return !isFull;
    kept = next;
    try {
      localStorage.setItem(name, JSON.stringify(kept));
      isFull = false;
    } catch {
      // Then it lasts as long as the page, and the page says so.
      isFull = true;
    }
    redraw();
    return !isFull;
  }

  /** What is kept, and whether it will be lost with the page. */
  function useKept(): { kept: T; isFull: boolean } {
    useWatched();
    return { kept, isFull };
  }

  return { current: () => kept, change, useKept };
}
