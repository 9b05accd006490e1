import { expect, test } from "vitest";
import { checksEarly, playSeries } from "./series";

const FEN = "rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b - - 0 1";
const MATE = ["d4d3", "d3c2", "c2b1q", "f8b4"];

test.each([
  ["a mate", FEN, MATE, 4, "mate", "d3 dxc2 cxb1=Q Bb4#"],
  ["half of it", FEN, MATE.slice(0, 2), 4, "open", "d3 dxc2"],
  ["no mate", FEN, ["d4d3", "d3c2", "c2b1q", "b1c2"], 4, "noMate", "d3 dxc2 cxb1=Q Qc2"],
  ["nothing that checks early", FEN, ["f8b4", "d4d3"], 4, "open", ""],
  ["nothing that is not legal", FEN, ["d4d3", "e1e2"], 4, "open", "d3"],
  ["no move more than there are", FEN, [...MATE, "b4a5"], 4, "mate", "d3 dxc2 cxb1=Q Bb4#"],
  // The pawn that was passed cannot be taken by the second move.
  ["en passant, at once", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", ["d5e6"], 2, "open", "dxe6"],
  ["en passant, too late", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", ["e1e2", "d5e6"], 2, "open", "Ke2"],
  ["no move left", "7k/8/8/8/8/8/p7/K1r5 w - - 0 1", ["a1a2", "a2b2"], 2, "noMate", "Kxa2 Kb2"],
])("%s", (_, fen, moves, count, state, san) => {
  const found = playSeries(fen, count, moves);
  expect(
    found.steps
      .slice(1)
      .map((step) => step.san)
      .join(" "),
  ).toBe(san);
  expect(found.state).toBe(state);
});

test("the same side stays to move, until the last", () => {
  const turns = playSeries(FEN, 4, MATE).steps.map(({ fen }) => fen.split(" ")[1]);
  expect(turns).toEqual(["b", "b", "b", "b", "w"]);
});

test("a check that comes too early is not an illegal move", () => {
  const { position } = playSeries(FEN, 4, []).steps[0] ?? {};
  if (!position) throw new Error("it is a position");
  expect(checksEarly(position, "f8b4")).toBe(true);
  expect(checksEarly(position, "d4d3")).toBe(false);
});
