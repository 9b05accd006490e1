import { readFileSync } from "node:fs";
import type { Color, Piece } from "chessops/types";
import { expect, test } from "vitest";
import { piecesOf, START } from "../board/chess";
import { type Diagram, diagram, svgIn } from "./diagram";

const STYLES = readFileSync("node_modules/chessground/assets/chessground.cburnett.css", "utf8");

/** The drawing in the rule of a piece. */
const art = ({ color, role }: Piece) => {
  const [, style = ""] = new RegExp(`piece\\.${role}\\.${color} \\{([^}]*)\\}`).exec(STYLES) ?? [];
  return svgIn(style);
};

const COLORS = { light: "#fff", dark: "#ccc", last: "#0003", edge: "none" };
const draw = (some: Partial<Diagram>) =>
  diagram({ fen: START, orientation: "white", colors: COLORS, art, ...some });

interface Element {
  name: string;
  attributes: Record<string, string>;
  /** The names of the elements around it. */
  within: string[];
}

/** The elements of an XML text, which must be well-formed. */
function parse(xml: string): Element[] {
  const elements: Element[] = [];
  const open: string[] = [];
  const rest = xml.replace(/<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g, (...match) => {
    const [, end, name, written, isEmpty] = match as unknown as string[];
    if (end) {
      expect(open.pop()).toBe(name);
      return "";
    }
    const attributes = Object.fromEntries(
      [...(written ?? "").matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    );
    elements.push({ name: name ?? "", attributes, within: [...open] });
    if (!isEmpty) open.push(name ?? "");
    return "";
  });
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]/);
  return elements;
}

/** The pieces that a drawing has, by square, and the squares of its last move. */
function seen(svg: string, orientation: Color) {
  const elements = parse(svg);
  const ids = elements.filter(({ name }) => name === "symbol").map(({ attributes }) => attributes.id);
  expect(new Set(ids).size).toBe(ids.length);
  const squareOf = ({ attributes: { x, y } }: Element) => {
    const [file, rank] = [(Number(x) - 20) / 45, 7 - Number(y) / 45];
    const [right, up] = orientation === "white" ? [file, rank] : [7 - file, 7 - rank];
    return `${"abcdefgh"[right]}${up + 1}`;
  };
  const pieces = elements.flatMap((element) => {
    if (element.name !== "use") return [];
    const id = element.attributes.href?.slice(1) ?? "";
    expect(ids).toContain(id);
    return [[squareOf(element), id] as const];
  });
  const last = elements.filter(({ attributes }) => attributes.class === "last").map(squareOf);
  return { elements, pieces: new Map(pieces), count: pieces.length, last };
}

test.each<[string, Color, string | null, number]>([
  [START, "white", null, 32],
  [START, "black", "e2e4", 32],
  ["r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23", "white", "d6e7", 23],
  ["r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23", "black", null, 23],
  ["8/8/8/8/8/8/8/8 w - - 0 1", "white", null, 0],
])("%s, from %s's side", (fen, orientation, lastMove, pieces) => {
  const drawn = seen(draw({ fen, orientation, lastMove }), orientation);
  expect(drawn.count).toBe(pieces);
  const expected = [...piecesOf(fen)].map(([square, { color, role }]) => [square, `${color}-${role}`]);
  expect(drawn.pieces).toEqual(new Map(expected as [string, string][]));
  expect(drawn.last).toEqual(lastMove ? [lastMove.slice(0, 2), lastMove.slice(2)] : []);
  const coordinates = drawn.elements.filter(({ name }) => name === "text");
  expect(coordinates).toHaveLength(16);
  // The drawings of the pieces are inside.
  const symbols = drawn.elements.filter(({ name }) => name === "symbol");
  const paths = drawn.elements.filter(({ within }) => within.includes("symbol"));
  expect(paths.length).toBeGreaterThanOrEqual(2 * symbols.length);
});

test("the coordinates are those of the side", () => {
  const texts = (orientation: Color) =>
    [...draw({ orientation }).matchAll(/<text[^>]*>(\w)<\/text>/g)].map(([, text]) => text).join("");
  expect(texts("white")).toBe("8a7b6c5d4e3f2g1h");
  expect(texts("black")).toBe("1h2g3f4e5d6c7b8a");
});

test("colours cannot end their attribute", () => {
  const drawn = parse(draw({ colors: { ...COLORS, dark: '"><script>' } }));
  expect(drawn.some(({ name }) => name === "script")).toBe(false);
});

test.each([
  ['background-image: url("data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=")', "<svg></svg>"],
  ["url(data:image/svg+xml,%3Csvg%3E%3C/svg%3E)", "<svg></svg>"],
  ['url("data:image/svg+xml;utf8,<svg a=\\"b\\"></svg>")', '<svg a="b"></svg>'],
  ["none", ""],
])("the drawing in %s", (style, svg) => {
  expect(svgIn(style)).toBe(svg);
});
