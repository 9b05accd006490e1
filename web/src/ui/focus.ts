/** Where the focus goes when the element that had it is gone. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** Moves the focus to the beginning of the view. */
export const focusMain = () => document.getElementById("main")?.focus({ preventScroll: true });

/** Moves the focus to the board, or to the board of that name, for the next move. */
export const focusBoard = (name?: string) =>
  document
    .querySelector<HTMLElement>(name ? `.board[data-name="${name}"]` : ".board")
    ?.focus({ preventScroll: true });

/**
 * Moves the focus to the beginning of the view when the element that had it went with the previous content.
 *
 * @param shown names the content; null while it has nothing that takes the focus
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
 * Keeps the focus among some buttons, or else in the view, when the button that has it goes.
 *
 * @returns a reference for the element around the buttons
 */
export function useFocusKept<E extends HTMLElement>() {
  const around = useRef<E>(null);
  // Read before the new content is in place.
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

/** Whether a pressed key is for the page, and not for a field, a dialog, the board or the browser. */
export function isForPage({ target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  const isTaken = (target as HTMLElement).closest("input, textarea, select, dialog, [role=application]");
  return !(isTaken || altKey || ctrlKey || metaKey || defaultPrevented);
}
