import { expect, test } from "vitest";
import { lineOf, steps } from "../../board/chess";
import { judge, markOf } from "./marks";
import { ENOUGH, type Scored } from "./scores";

const cp = (cp: number) => ({ cp, mate: null });
const mate = (mate: number) => ({ cp: null, mate });

/** The table of `coach/src/annotate/judge.rs`. */
test.each([
  [cp(0), cp(-54), null],
  [cp(0), cp(-55), 6],
  [cp(0), cp(-111), 2],
  [cp(0), cp(-169), 4],
  // Won is won, and lost is lost.
  [cp(900), cp(700), null],
  [cp(-900), cp(-2000), null],
  [cp(100), mate(-3), 4],
  [cp(-800), mate(-3), 2],
  [cp(-1200), mate(-3), 6],
  [mate(2), cp(1500), 6],
  [mate(2), cp(800), 2],
  [mate(2), cp(300), 4],
  [mate(2), mate(-2), 4],
  [mate(2), mate(5), null],
  [mate(-5), mate(-2), null],
])("%j and then %j is marked %s", (before, after, mark) => {
  expect(markOf(before, after)).toBe(mark);
});

test("a move is judged from its side, once both scores are deep", () => {
  const all = steps(lineOf(null, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"));
  const scored = (cp: number | null, mate: number | null, san: string, nodes = ENOUGH): Scored => ({
    pv: { moves: "", san, cp, mate },
    nodes,
  });
  const scores = [
    scored(30, null, "e4 e5"),
    scored(25, null, "c5"),
    scored(20, null, "Nf3"),
    scored(-45, null, "Nc6"),
    scored(-40, null, "Bc4"),
    scored(-40, null, "g6"),
    scored(null, 1, "Qxf7#"),
    scored(null, 0, ""),
  ];
  expect(scores.map((_, ply) => judge(all, scores, ply))).toEqual([
    null,
    null,
    null,
    { nag: 6, best: "Nf3" },
    null,
    null,
    { nag: 4, best: "g6" },
    null,
  ]);
  scores[6] = scored(null, 1, "Qxf7#", ENOUGH / 5);
  expect(judge(all, scores, 6)).toBeNull();
});
