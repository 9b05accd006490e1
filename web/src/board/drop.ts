/** Dropping a PGN file anywhere on the page. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../language/language";
import { MOST_PASTED } from "./chess";

/** Whether something that is dragged is a file. */
const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

/** The text of a file, or a sentence about why there is none. */
interface Read {
  text?: string;
  wrong?: string;
  /** Whether the text is only that of the first games. */
  isCut?: boolean;
  isPacked?: boolean;
}

/** Reads a file, as much of it as can be pasted. */
export async function textOf(file: File): Promise<Read> {
  const begin = await file
    .slice(0, 2)
    .arrayBuffer()
    .catch(() => null);
  if (!begin) return { wrong: t("This cannot be read. Drop a file, not a folder.") };
  const [first, second] = new Uint8Array(begin);
  if (first === undefined) return { wrong: t("This file is empty.") };
  if ((first === 0x28 && second === 0xb5) || (first === 0x42 && second === 0x5a))
    return {
      wrong: t("This file is packed in a way that the browser cannot unpack. Unpack it first, or import it."),
      isPacked: true,
    };
  const isPacked = first === 0x1f && second === 0x8b;
  const bytes = file.slice(0, MOST_PASTED).stream();
  const reader = (isPacked ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes).getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (text.length >= MOST_PASTED) break;
    }
  } catch {
    // What was read of a packed file that is cut.
  }
  await reader.cancel().catch(() => undefined);
  const isCut = text.length >= MOST_PASTED || file.size > MOST_PASTED;
  const end = isCut ? text.slice(0, MOST_PASTED).lastIndexOf("\n[Event ") : -1;
  return { text: end > 0 ? text.slice(0, end) : text, isCut, isPacked };
}

/**
 * Takes files that are dropped where no other part of the page takes them.
 *
 * @param take null where a view does so itself
 */
export function useDrop(take: ((files: File[]) => void) | null) {
  const latest = useRef(take);
  latest.current = take;
  // Before the browser paints: what is seen can be dropped on.
  useLayoutEffect(() => {
    const onOver = (event: DragEvent) => {
      // Otherwise the browser leaves the page for the file.
      if (hasFile(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFile(event) || event.defaultPrevented || !latest.current) return;
      event.preventDefault();
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener("dragover", onOver);
    document.addEventListener("drop", onDrop);
    // After all others: nobody may take a file while a view loads.
    window.addEventListener("drop", onOver);
    return () => {
      document.removeEventListener("dragover", onOver);
      document.removeEventListener("drop", onDrop);
      window.removeEventListener("drop", onOver);
    };
  }, []);
}
