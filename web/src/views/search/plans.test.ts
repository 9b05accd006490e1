import { expect, test } from "vitest";
import type { NextMove } from "../../api/client";
import { locatePlans, SHOWN } from "./plans";

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
