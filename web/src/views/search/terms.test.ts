import { expect, test } from "vitest";
import { inWords, squaresOf } from "./terms";

test.each([
  ["qa5", "naive", "Black’s queen on a5"],
  ["Ra1", "reachability", "White’s rook can go to a1"],
  ["Q>pa5", "connectivity", "White’s queen attacks the pawn on a5"],
  ["Q<Rb1", "connectivity", "White’s queen defends the rook on b1"],
  ["r>N", "connectivity", "Black’s rook attacks a knight"],
  ["?Nd5", "tactics", "White’s knight on d5 hangs"],
  ["!nd5", "tactics", "Black’s knight on d5 is attacked by something cheaper"],
  ["Rxpe5", "tactics", "White’s rook wins the pawn on e5"],
  ["Id4", "pawns", "White’s pawn on d4 is isolated"],
  ["'fa5", "pawns", "Black’s pawn on a5 is a protected passed pawn"],
  ["lc7", "pawns", "Black’s pawn on c7 is backward"],
  ["S{c2-c3}", "pawns", "White’s pawns on c2, c3 are doubled"],
  ["w[e6/d5/c4]", "pawns", "Black’s pawn chain e6, d5, c4"],
  ["P(2)", "pawns", "White has 2 pawn islands"],
  ["p(1)", "pawns", "Black has 1 pawn island"],
  ["d-e(d4/d5-e6)", "pawns", "pawns: White d4; Black d5, e6"],
  ["b(/b7)", "pawns", "pawns: White none; Black b7"],
  ["N=1,n=2", "material", "knights: White 1, Black 2"],
  ["R-r=1", "material", "White has 1 more of the rooks"],
  ["R-r=-2", "material", "Black has 2 more of the rooks"],
  ["cp=-75..75", "evaluation", "evaluation between −0.75 and 0.75"],
  ["~Ne5", "continuation", "White’s knight goes to e5 soon, as in other hits"],
  ["~C19", "continuation", "an opening of C19, as other hits have"],
  ["something new", "naive", "something new"],
])("%s of %s", (term, family, words) => {
  expect(inWords(term, family)).toBe(words);
});

test("squares of terms", () => {
  expect(squaresOf("W[c2/d3/e4]")).toEqual(["c2", "d3", "e4"]);
  expect(squaresOf("P(2)")).toEqual([]);
});
