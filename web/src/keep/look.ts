/** How the page draws boards: its pieces and its colours, as its style sheets have them. */

import type { Piece } from "chessops/types";
import { type Colors, svgIn } from "./diagram";

/** What is read of an element that is on the page for that time only. */
function measured<T>(read: (frame: HTMLElement) => T): T {
  const frame = document.createElement("div");
  frame.className = "cg-wrap";
  frame.hidden = true;
  document.body.append(frame);
  try {
    return read(frame);
  } finally {
    frame.remove();
  }
}

const drawings = new Map<string, string>();

/** The drawing of a piece, an SVG document. */
export function art({ color, role }: Piece): string {
  const name = `${color} ${role}`;
  const drawing =
    drawings.get(name) ??
    measured((frame) => {
      const piece = document.createElement("piece");
      piece.className = name;
      frame.append(piece);
      return svgIn(getComputedStyle(piece).backgroundImage);
    });
  drawings.set(name, drawing);
  return drawing;
}

/** The colours of the board on the page. */
export const colors = (): Colors =>
  measured((frame) => {
    const colorOf = (name: string) => {
      frame.style.color = `var(${name})`;
      return getComputedStyle(frame).color;
    };
    return {
      light: colorOf("--board-light"),
      dark: colorOf("--board-dark"),
      last: "#c9b45873",
      edge: "none",
    };
  });

/** Colours for paper: the last move has an edge alone, for a grey light square would look like a dark one. */
export const PAPER: Colors = { light: "#fff", dark: "#c6c6c6", last: "none", edge: "#555" };
