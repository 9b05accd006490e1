/** Where the focus goes when what had it is gone. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** Back to the beginning of the view. */
export const focusMain = () => document.getElementById("main")?.focus({ preventScroll: true });

/** To the board, of several to that of a name, where the next move is to be made. */
export const focusBoard = (name?: string) =>
  document
    .querySelector<HTMLElement>(name ? `.board[data-name="${name}"]` : ".board")
    ?.focus({ preventScroll: true });

/**
 * Back to the beginning of the view when what had the focus went with what was shown before.
 *
 * @param shown names what is shown now; null while that is nothing that could have had it
 */
export function useFocusCaught(shown: string | null) {
  const before = useRef(shown);
  useEffect(() => {
    const isOther = before.current !== null && before.current !== shown;
    before.current = shown;
    if (isOther && document.activeElement === document.body) focusMain();
  }, [shown]);
}

/**
 * Keeps the focus among some buttons, or else in the view, when the one that has it goes: for the
 * element around them, drawn by the component that calls this.
 */
export function useFocusKept<E extends HTMLElement>() {
  const around = useRef<E>(null);
  // Still as it was before what is drawn now.
  const active = document.activeElement;
  const had = around.current?.contains(active) ? active : null;
  useLayoutEffect(() => {
    if (!had || had.isConnected) return;
    const buttons = around.current?.querySelectorAll<HTMLElement>("button, a[href]") ?? [];
    const next = [...buttons].find((button) => button.matches(".primary")) ?? buttons[0];
    if (next) next.focus({ preventScroll: true });
    else focusMain();
  });
  return around;
}
