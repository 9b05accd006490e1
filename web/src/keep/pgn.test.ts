import { expect, test } from "vitest";
import { gamesOf } from "../board/chess";
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

const ORIGIN = {
  id: 1489,
  ply: 29,
  event: 'Masters, "final"',
  site: "Bilbao",
  round: "8",
  result: "1/2-1/2",
};
const HIT: Saved = { ...RICH, id: "c", title: "Karjakin – Carlsen, 2012", note: "", game: ORIGIN };

const contents = (collections: Collection[]) =>
  collections.map(({ name, positions }) => [name, positions.map(({ id: _, ...position }) => position)]);

test("what is exported is imported", () => {
  const collections: Collection[] = [
    { name: "Endgames", positions: [PLAIN, RICH] },
    { name: "Ünïcode, “quoted”", positions: [RICH] },
    {
      name: "Hits",
      positions: [HIT, { ...HIT, game: { id: 3, ply: 0 } }, { ...HIT, game: { round: "2.1" } }],
    },
  ];
  const back = read(pgnOf(collections), "other");
  expect(back.left).toBe(0);
  expect(contents(back.collections)).toEqual(contents(collections));
});

test("a position of a game is exported with what is known of the game", () => {
  const text = pgnOf([{ name: "Hits", positions: [HIT, PLAIN] }]);
  const tags = (at: number) => Object.fromEntries(gamesOf(text)[at]?.headers ?? []);
  expect(tags(0)).toEqual({
    Event: 'Masters, "final"',
    Site: "Bilbao",
    Date: "2012.10.11",
    Round: "8",
    White: "Karjakin, Sergey",
    Black: "Carlsen, M",
    Result: "1/2-1/2",
    SetUp: "1",
    FEN: HIT.fen,
    Collection: "Hits",
    Title: "Karjakin – Carlsen, 2012",
    GameId: "1489",
    Ply: "29",
  });
  expect(text).toContain("40... Kd7 41. Kd2 Kd6 1/2-1/2");
  // Nor is the place in the list a round.
  expect(tags(1)).toMatchObject({ Event: "Opposition", Site: "?", Round: "?", Result: "*" });
  expect(tags(1)).not.toHaveProperty("GameId");
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
  [
    "a number that is none, and a result",
    `[Event "x"]\n[Result "0-1"]\n[GameId "1a"]\n[Ply "-2"]\n[FEN "${FEN}"]\n\n0-1`,
    { title: "x", game: { result: "0-1" } },
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
