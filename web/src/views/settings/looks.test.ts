import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BOARDS } from "./looks";
import { PIECES, pieceRules } from "./pieces";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const base = read("styles/base.css");
const found = (pattern: RegExp, text: string) => pattern.exec(text)?.slice(1) ?? [];

type Rgb = [number, number, number];

/** A colour from 0 to 1, and its opacity. */
function parse(color: string): { rgb: Rgb; alpha: number } {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2) || "ff", 16) / 255;
  return { rgb: [part(1), part(3), part(5)], alpha: part(7) };
}

/** A colour that lies on another. */
function over(top: string, square: string, opacity = 1): Rgb {
  const { rgb, alpha } = parse(top);
  const below = parse(square).rgb;
  return rgb.map((value, at) => value * alpha * opacity + (below[at] ?? 0) * (1 - alpha * opacity)) as Rgb;
}

const linear = (rgb: Rgb) =>
  rgb.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as Rgb;

/** The contrast of text, as WCAG 2 defines it. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [one, other]
    .map((rgb) => {
      const [r, g, b] = linear(rgb);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    })
    .sort((a, b) => a - b);
  return light / dark;
}

/** How different two colours look: their distance in CIELAB (1976), in which 2.3 can just be noticed. */
function difference(one: Rgb, other: Rgb): number {
  const lab = (rgb: Rgb) => {
    const [r, g, b] = linear(rgb);
    const [x, y, z] = [
      (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
      0.2126 * r + 0.7152 * g + 0.0722 * b,
      (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    ].map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)) as Rgb;
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)] as Rgb;
  };
  const [a, b] = [lab(one), lab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The colours of the first board, which are those of the style sheet. */
const usual = (name: string) => found(new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`), base);
const usualSquares = (page: "light" | "dark") =>
  ["board-light", "board-dark"].map((name) => usual(name)[page === "light" ? 0 : 1]) as [string, string];
const [lastMove = ""] = found(/--last-move: (#\w+)/, base);
const [shared = ""] = found(/--shared: (#\w+)/, base);
const [coordinates = ""] = found(/color: (#\w+);\n {2}opacity: 1;/, read("styles/board.css"));
const arrows = [...read("board/board.tsx").matchAll(/brush\("\w+", "(#\w+)"\)/g)].map(
  ([, color]) => color ?? "",
);

for (const { label, ...board } of BOARDS) {
  test.each([
    "light",
    "dark",
  ] as const)(`what lies on the board ${label} can be seen on a %s page`, (page) => {
    const squares = board.colors?.[page] ?? usualSquares(page);
    expect(arrows).toHaveLength(6);
    const [one, other] = squares;
    expect(difference(parse(one).rgb, parse(other).rgb)).toBeGreaterThan(15);
    for (const square of squares) {
      const { rgb } = parse(square);
      expect(contrast(parse(coordinates).rgb, rgb), `coordinates on ${square}`).toBeGreaterThan(4.5);
      for (const color of [board.lastMove ?? lastMove, board.shared ?? shared]) {
        expect(difference(over(color, square), rgb), `${color} on ${square}`).toBeGreaterThan(12);
      }
      // Drawn with an opacity of 0.9, in a layer of 0.85; the least difference is that of the usual board.
      for (const arrow of arrows) {
        expect(difference(over(arrow, square, 0.765), rgb), `${arrow} on ${square}`).toBeGreaterThan(19);
      }
    }
  });
}

test("a set draws twelve different pieces, chessground's own none", () => {
  for (const { name } of PIECES) {
    const images = new Set(pieceRules(name).match(/url\("data:image\/svg\+xml,[^"]+"\)/g));
    expect(images.size, name).toBe(name === "cburnett" ? 0 : 12);
  }
});
