/** A diagram of a position as SVG. */

import type { Color, Piece } from "chessops/types";
import { describe, piecesOf, placeOf } from "../board/chess";

/** The colours of the squares, as CSS has them. */
export interface Colors {
  light: string;
  dark: string;
  /** Laid over the squares of the last move, and drawn around them. */
  last: string;
  edge: string;
}

export interface Diagram {
  fen: string;
  orientation: Color;
  /** UCI. */
  lastMove?: string | null;
  colors: Colors;
  /** The drawing of a piece, an SVG document. */
  art: (piece: Piece) => string;
}

/** The side of a square, as of the drawings of chessground's pieces. */
const SQUARE = 45;
/** The room for the coordinates, left of the board and below it. */
const MARGIN = 20;
const SIDE = 8 * SQUARE;

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one] ?? "&quot;");

const nameOf = ({ color, role }: Piece) => `${color}-${role}`;

/** A drawing without what may stand before its first element. */
const elementOf = (art: string) => art.slice(art.indexOf("<svg")).trim();

/** Draws a position, its coordinates and its last move. Each kind of piece is defined once, and used by its name. */
export function diagram({ fen, orientation, lastMove, colors, art }: Diagram): string {
  const pieces = [...piecesOf(fen)];
  const cornerOf = (square: string) => {
    const [x, y] = placeOf(square, orientation);
    return `x="${MARGIN + x * SQUARE}" y="${y * SQUARE}"`;
  };
  const size = `width="${SQUARE}" height="${SQUARE}"`;
  const kinds = new Map(pieces.map(([, piece]) => [nameOf(piece), piece]));
  const symbols = [...kinds].map(
    ([name, piece]) =>
      `<symbol id="${name}" viewBox="0 0 ${SQUARE} ${SQUARE}">${elementOf(art(piece))}</symbol>`,
  );
  // The light squares are one square below them all, the dark ones a path.
  const dark = Array.from({ length: 32 }, (_, at) => {
    const row = at >> 2;
    return `M${MARGIN + (2 * (at & 3) + 1 - (row & 1)) * SQUARE} ${row * SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}z`;
  }).join("");
  const last = lastMove ? [lastMove.slice(0, 2), lastMove.slice(2, 4)] : [];
  const texts = Array.from({ length: 8 }, (_, at) => {
    const place = orientation === "white" ? at : 7 - at;
    const middle = (at + 0.5) * SQUARE;
    return (
      `<text x="${MARGIN / 2}" y="${middle + 5}">${8 - place}</text>` +
      `<text x="${MARGIN + middle}" y="${SIDE + 15}">${"abcdefgh"[place]}</text>`
    );
  });
  const all = SIDE + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${all}" height="${all}" viewBox="0 0 ${all} ${all}">`,
    `<title>${escaped(describe(fen))}</title>`,
    `<defs>${symbols.join("")}</defs>`,
    `<rect width="${all}" height="${all}" fill="#fff"/>`,
    `<rect x="${MARGIN}" width="${SIDE}" height="${SIDE}" fill="${escaped(colors.light)}"/>`,
    `<path fill="${escaped(colors.dark)}" d="${dark}"/>`,
    ...last.map(
      (square) =>
        `<rect class="last" ${cornerOf(square)} ${size} fill="${escaped(colors.last)}" stroke="${escaped(colors.edge)}" stroke-width="3"/>`,
    ),
    ...pieces.map(([square, piece]) => `<use href="#${nameOf(piece)}" ${cornerOf(square)} ${size}/>`),
    `<rect x="${MARGIN}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#000"/>`,
    `<g font-family="sans-serif" font-size="14" text-anchor="middle">${texts.join("")}</g>`,
    "</svg>",
  ].join("");
}

/** A drawing as an address, for images. */
export const addressOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The SVG in the `url(...)` of a style, which must hold it; empty if it does not. */
export function svgIn(style: string): string {
  const [, coding, data = ""] = /url\(["']?data:image\/svg\+xml([^,]*),(.*?)["']?\)/s.exec(style) ?? [];
  if (coding === undefined) return "";
  if (!coding.endsWith(";base64")) return decodeURIComponent(data.replaceAll('\\"', '"'));
  return new TextDecoder().decode(Uint8Array.from(atob(data), (one) => one.charCodeAt(0)));
}
