import { expect, test } from "vitest";
import { hasPlans, isOpening } from "./early";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

test.each([
  [START, true, false],
  ["rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", true, false],
  ["rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 5", true, true],
  ["r2q1rk1/1p2bppp/p2pbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR1B1R b - - 0 12", true, true],
  ["r2q1rk1/1p2bppp/p2pbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR1B1R w - - 0 13", true, true],
  ["r2q1rk1/1p2bppp/p2pbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR1B1R b - - 0 13", false, true],
  // Not numbered, and not from the start.
  ["r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1", false, true],
])("%s", (fen, opening, plans) => {
  expect(isOpening(fen)).toBe(opening);
  expect(hasPlans(fen)).toBe(plans);
});
