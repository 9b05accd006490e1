/** What is pasted anywhere on the page: a FEN or a PGN is taken, text fields keep theirs. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { type Line, pasted } from "./chess";

/** Kinds of `input` that take no text. */
const TEXTLESS = /^(button|checkbox|color|file|hidden|image|radio|range|reset|submit)$/;

/** Whether what is pasted here is text of a field. */
export function takesText(element: {
  tagName: string;
  type?: string;
  readOnly?: boolean;
  isContentEditable?: boolean;
}): boolean {
  if (element.isContentEditable) return true;
  if (element.readOnly) return false;
  const { tagName, type = "text" } = element;
  return tagName === "TEXTAREA" || (tagName === "INPUT" && !TEXTLESS.test(type));
}

/** Says how many games there were where one was taken. */
export const firstOf = (games: number) =>
  games > 1 ? `This is the first of ${games} games. Import them to search them all.` : "";

/**
 * Takes what is pasted while its view is shown.
 *
 * @param take null where another part of the page takes it
 * @param refuse told that it is neither FEN nor PGN
 */
export function usePaste(
  take: ((line: Line, games: number, text: string) => void) | null,
  refuse?: () => void,
) {
  const latest = useRef({ take, refuse });
  latest.current = { take, refuse };
  // In step with what is shown: else a view that has just gone may still take what is pasted.
  useLayoutEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { take, refuse } = latest.current;
      if (!take || event.defaultPrevented) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      const isField = takesText(target as HTMLInputElement);
      // The field of the position wants what the whole page wants.
      if (isField && !target.matches(".position")) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const found = pasted(text);
      if (found) {
        event.preventDefault();
        take(found.line, found.games, text);
      } else if (!isField) refuse?.();
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
}
