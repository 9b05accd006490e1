/** Sets of pieces drawn for Tabiya, as a style sheet; chessground's own needs none. */

import type { Color, Role } from "chessops/types";
import { ROLES } from "../../board/pieces";

export const PIECES = [
  { name: "cburnett", label: "Standard" },
  { name: "shapes", label: "Shapes" },
  { name: "letters", label: "Letters" },
] as const;
export type Pieces = (typeof PIECES)[number]["name"];

/** What is drawn in, and what with. */
const PAINT: Record<Color, { fill: string; line: string; detail: string }> = {
  white: { fill: "#fff", line: "#16201d", detail: "#16201d" },
  black: { fill: "#2b3431", line: "#0b100e", detail: "#eef1ee" },
};

/** The outline of a shape, and the lines in it; a side is 45 long. */
const SHAPES: Record<Role, [string, string]> = {
  pawn: ["M18.500 20h8l4 14.500h-16zM22.500 9a6 6 0 010 12 6 6 0 010-12zM12 34.500h21v4h-21z", ""],
  knight: [
    "M14 34.500c0-7 7-9 6-14l-6 4.500c-2 1-5-1-4.500-3.500l7-10.500.5-5 4.500 3c8 .5 13 7 13 16 0 4-.5 7-1 9.500zM11 34.500h24v4h-24z",
    "M19.500 13.500v.1M24 12.500c4 2 6.500 6 6.500 11",
  ],
  bishop: [
    "M22.500 11c7 4.500 9 10 6.500 15.500l-3 2h-7l-3-2c-2.500-5.500-.5-11 6.500-15.500zM18.500 28.500h8l3.500 6h-15zM22.500 6a2.500 2.500 0 010 5 2.500 2.500 0 010-5zM11 34.500h23v4h-23z",
    "M22.500 15.500v8M18.500 19.500h8",
  ],
  rook: [
    "M12 9h5v3.500h3v-3.500h5v3.500h3v-3.500h5v8l-3 2 1.500 15.500h-18l1.500-15.500-3-2zM10.500 34.500h24v4h-24z",
    "M15 19h15",
  ],
  queen: [
    "M8 14l6 9 1-13.500 4 11.500 3.500-13 3.500 13 4-11.500 1 13.500 6-9-4.500 16.500h-20zM12.500 30.500h20v4h-20zM10.500 34.500h24v4h-24z",
    "M8 13v.1M15 8.500v.1M22.500 7v.1M30 8.500v.1M37 13v.1",
  ],
  king: [
    "M21 4h3v3h3v3h-3v5h-3v-5h-3v-3h3zM22.500 15c4-4 14-2.500 14 4.500 0 4-3 7-4 11h-20c-1-4-4-7-4-11 0-7 10-8.500 14-4.500zM12.500 30.500h20v4h-20zM10.500 34.500h24v4h-24z",
    "M22.500 15v15.500",
  ],
};

/** A piece as an SVG. */
function draw(set: "shapes" | "letters", role: Role, color: Color): string {
  const { fill, line, detail } = PAINT[color];
  const letter = role === "knight" ? "N" : role.charAt(0).toUpperCase();
  const [outline, lines] = SHAPES[role];
  const drawn =
    set === "letters"
      ? `<circle cx="22.5" cy="22.5" r="17.5"/><text x="22.5" y="30.500" fill="${detail}" stroke="none" text-anchor="middle" font-family="Arial,Helvetica,sans-serif" font-size="23" font-weight="700">${letter}</text>`
      : `<path d="${outline}"/><path fill="none" stroke="${detail}" d="${lines}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45" fill="${fill}" stroke="${line}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${drawn}</svg>`;
}

/** The rules that show a set wherever pieces are; none for chessground's own. */
export function pieceRules(set: Pieces): string {
  if (set === "cburnett") return "";
  const rules = (["white", "black"] as const).flatMap((color) =>
    ROLES.map((role) => {
      const image = `data:image/svg+xml,${encodeURIComponent(draw(set, role, color))}`;
      return `.cg-wrap piece.${role}.${color}{background-image:url("${image}")}`;
    }),
  );
  return rules.join("");
}
