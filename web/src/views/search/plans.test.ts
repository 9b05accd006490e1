import { expect, test } from "vitest";
import type { NextMove } from "../../api/client";
import { drawnPlans, locatePlans, type Planned, SHOWN } from "./plans";

const plan = (piece: string, to: string): NextMove => ({
  piece,
  to,
  games: 10,
  averageRating: null,
  white: 1,
  draws: 2,
  black: 7,
});

const FEN = "r1bqk2r/ppp2ppp/2n2n2/3pp3/8/2N1PN2/PPPPBPPP/R1BQ1RK1 w kq - 0 1";

test.each([
  // The nearer of two, and never the one that is there.
  ["N", "d4", "f3"],
  ["N", "b5", "c3"],
  ["N", "f3", "c3"],
  ["R", "e1", "f1"],
  ["R", "b1", "a1"],
  ["P", "d4", "d2"],
  ["P", "e4", "e3"],
  ["P", "d5", "d2"],
  ["n", "e4", "f6"],
  ["p", "d4", "d5"],
  // Castling.
  ["k", "g8", "e8"],
  ["P", "h5", "h2"],
  ["p", "h3", "h7"],
  // Nobody is there in three moves.
  ["p", "h2", null],
  ["Q", "a8", null],
  ["x", "a8", null],
])("%s to %s comes from %s", (piece, to, from) => {
  const color = piece === piece.toUpperCase() ? "white" : "black";
  const plans = { games: 100, white: [], black: [], [color]: [plan(piece, to)] };
  expect(locatePlans(plans, FEN)).toEqual([{ ...plan(piece, to), color, from }]);
});

test("a few of each side", () => {
  const many = Array.from({ length: 20 }, () => plan("n", "e4"));
  expect(locatePlans({ games: 100, white: many, black: many }, FEN)).toHaveLength(2 * SHOWN);
});

/** A plan as `d2d4 30`, Black's from above. */
function planned(text: string): Planned {
  const [squares = "", games] = text.split(" ");
  const [from, to] = [squares.slice(0, 2), squares.slice(2)];
  const isWhite = Number(from[1]) < 5;
  return {
    ...plan(isWhite ? "P" : "p", to),
    games: Number(games),
    color: isWhite ? "white" : "black",
    from: from === "--" ? null : from,
  };
}

test.each([
  // At most three, and one of each side.
  [["a2a4 9", "b2b4 8", "c2c4 7", "d7d5 1"], "a2a4 d7d5 b2b4"],
  // None from the same square, to the same square, along the same line or across it.
  [["a1c1 9", "a1d1 8", "f1d1 7", "g7g6 5"], "a1c1 g7g6 f1d1"],
  [["a7a6 9", "a7a5 8", "h7h6 7"], "a7a6 h7h6"],
  [["c1g5 9", "h7g5 8", "f3f6 7"], "c1g5"],
  [["a1h1 9", "d1d4 8"], "a1h1"],
  // Nobody is there.
  [["--c1 9", "b2b4 8"], "b2b4"],
  [[], ""],
])("of %j are drawn %s", (all, drawn) => {
  const found = drawnPlans(all.map(planned)).map(({ from, to }) => `${from}${to}`);
  expect(found.join(" ")).toBe(drawn);
});
