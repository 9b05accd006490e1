/** Pasting a FEN or a PGN anywhere on the page, except into text fields. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../language/language";
import { type Pasted, parsePasted } from "./chess";

/** Kinds of `input` that take no text. */
const TEXTLESS = /^(button|checkbox|color|file|hidden|image|radio|range|reset|submit)$/;

/** Whether an element takes pasted text itself. */
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

/** A note that only the first of several pasted games is shown; `isCut`: of a file that has more. */
export const firstOf = (games: number, isCut = false) =>
  isCut
    ? t("This is the first of more than {n} games. Import them to search them all.", { n: games })
    : games > 1
      ? t("This is the first of {n} games. Import them to search them all.", { n: games })
      : "";

/**
 * Handles pasted positions and games while a view is shown.
 *
 * @param take receives what the text has, and the text; null where another part of the page handles it
 * @param refuse called for a text that is neither a FEN nor a PGN
 */
export function usePaste(take: ((pasted: Pasted, text: string) => void) | null, refuse?: () => void) {
  const latest = useRef({ take, refuse });
  latest.current = { take, refuse };
  // Before the browser paints: a view that is gone must not handle a paste.
  useLayoutEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { take, refuse } = latest.current;
      if (!take || event.defaultPrevented) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      const isField = takesText(target as HTMLInputElement);
      // The field of the position is treated like the rest of the page.
      if (isField && !target.matches(".position")) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const parsed = parsePasted(text);
      if (parsed) {
        event.preventDefault();
        take(parsed, text);
      } else if (!isField) refuse?.();
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
}
