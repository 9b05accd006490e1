import { expect, test } from "vitest";
import type { Collection, Saved } from "./collections";
import { pgnOf, read, titleOf } from "./pgn";

const FEN = "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23";

const PLAIN: Saved = {
  id: "a",
  fen: "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
  title: "Opposition",
  note: "",
  white: "",
  black: "",
  date: "",
  moves: [],
};
const RICH: Saved = {
  id: "b",
  fen: "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40",
  title: 'The "last" \\ pawn',
  note: "White wins.\nSee [Dvoretsky], (p. 7); 100 % sure.",
  white: "Karjakin, Sergey",
  black: "Carlsen, M",
  date: "2012.10.11",
  moves: ["Kd7", "Kd2", "Kd6"],
};

const contents = (collections: Collection[]) =>
  collections.map(({ name, positions }) => [name, positions.map(({ id: _, ...position }) => position)]);

test("what is exported is imported", () => {
  const collections: Collection[] = [
    { name: "Endgames", positions: [PLAIN, RICH] },
    { name: "Ünïcode, “quoted”", positions: [RICH] },
  ];
  const back = read(pgnOf(collections), "other");
  expect(back.left).toBe(0);
  expect(contents(back.collections)).toEqual(contents(collections));
});

test("a note cannot end its comment", () => {
  const { collections } = read(
    pgnOf([{ name: "a", positions: [{ ...PLAIN, note: "a } 1. e4 {" }] }]),
    "other",
  );
  expect(collections[0]?.positions[0]?.note).toBe("a ) 1. e4 {");
});

test.each<[string, string, Partial<Saved> | null]>([
  ["a game from the start", '[Event "Blitz"]\n\n1. e4 e5 *', null],
  [
    "a study",
    `[Event "?"]\n[White "Anand"]\n[Black "Topalov"]\n[Date "2010.??.??"]\n[FEN "${FEN}"]\n[SetUp "1"]\n\n23... Kc8 *`,
    { title: "Anand – Topalov, 2010", fen: FEN, white: "Anand", date: "2010.??.??", moves: [] },
  ],
  ["no tag but the FEN", `[FEN "${PLAIN.fen}"]\n\n*`, { title: "Position", note: "" }],
  [
    "moves and commands",
    `[FEN "${PLAIN.fen}"]\n\n{ [%cal Ge3e4] Think. } 1. Kd4! {x} (1. Kf4) Kd6 Zz9 *`,
    { note: "Think.", moves: ["Kd4", "Kd6"] },
  ],
  ["no kings", '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', { fen: "8/8/8/8/8/8/8/8 w - - 0 1", moves: [] }],
  ["seven ranks", '[FEN "8/8/8/8/8/8/8 w - - 0 1"]\n\n*', null],
  ["another variant", `[Variant "Crazyhouse"]\n[FEN "${FEN}"]\n\n*`, null],
])("of a PGN: %s", (_, text, expected) => {
  const { collections, left } = read(text, "Mine");
  expect(left).toBe(expected ? 0 : 1);
  expect(collections.map(({ name }) => name)).toEqual(expected ? ["Mine"] : []);
  if (expected) expect(collections[0]?.positions[0]).toMatchObject(expected);
});

test("titles of games", () => {
  expect(titleOf("Karjakin,Sergey", "Carlsen, M", "2012.10.11")).toBe("Karjakin – Carlsen, 2012");
  expect(titleOf("", "Carlsen, M", "????.??.??")).toBe("Unknown – Carlsen");
  expect(titleOf("", "", "")).toBe("");
});
