import { expect, test } from "vitest";
import type { GameHeader, Hit } from "../api/client";
import { sheetOfCollection, sheetOfHits, variation } from "./sheet";

const WHITE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 31";
const BLACK = "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 31";

test.each([
  [WHITE, ["Ra8#"], "31. Ra8#"],
  [WHITE, ["h3", "h6", "Ra8+"], "31. h3 h6 32. Ra8+"],
  [BLACK, ["Ra1#"], "31… Ra1#"],
  [BLACK, ["h6", "h3", "Ra1+"], "31… h6 32. h3 Ra1+"],
  [BLACK, [], ""],
])("%s %j", (fen, sans, text) => {
  expect(variation(fen, sans)).toBe(text);
});

const GAME = {
  white: { name: "Karjakin, Sergey", rating: 2780 },
  black: { name: null, rating: null },
  date: "2012.10.11",
} as GameHeader;

test("hits have players and year", () => {
  const { entries } = sheetOfHits([{ fen: WHITE, game: GAME } as Hit]);
  expect(entries.map(({ fen, title, solution }) => [fen, title, solution])).toEqual([
    [WHITE, "Karjakin – Unknown, 2012", ""],
  ]);
});

test("a position of a game has its result", () => {
  const saved = {
    id: "1",
    fen: WHITE,
    note: "",
    white: "Anand, V",
    black: "Carlsen, M",
    date: "2010",
    moves: [],
  };
  const game = { id: 7, result: "1/2-1/2" };
  const titles = ["Anand – Carlsen, 2010", "Back rank"];
  const { entries } = sheetOfCollection({
    name: "a",
    positions: titles.map((title) => ({ ...saved, title, game })),
  });
  expect(entries.map(({ about }) => about)).toEqual(["½–½", "Anand – Carlsen, 2010, ½–½"]);
});

test("a collection has moves and notes as solutions", () => {
  const position = {
    id: "1",
    fen: WHITE,
    title: "Back rank",
    note: "",
    white: "",
    black: "",
    date: "",
    moves: [],
  };
  const { title, entries } = sheetOfCollection({
    name: "Mates",
    positions: [
      position,
      { ...position, moves: ["Ra8#"], note: "The king has no air.", white: "Anand, V", date: "2010.??.??" },
    ],
  });
  expect(title).toBe("Mates");
  expect(entries.map(({ title, about, solution }) => [title, about, solution])).toEqual([
    ["Back rank", "", ""],
    ["Back rank", "Anand – Unknown, 2010", "31. Ra8#. The king has no air."],
  ]);
});
