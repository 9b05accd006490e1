import { expect, test } from "vitest";
import { lineOf, steps } from "../../board/chess";
import { clock, clockAt } from "./notes";

test("clocks as players see them", () => {
  for (const [seconds, text] of [
    [0, "0:00"],
    [7.5, "0:07.5"],
    [59.96, "1:00"],
    [179, "2:59"],
    [3600, "1:00:00"],
    [5405.2, "1:30:05.2"],
  ] as const) {
    expect(clock(seconds), text).toBe(text);
  }
});

test("each player has the last own clock", () => {
  const all = steps(lineOf(null, "e4 e5 Nf3"));
  const at = (ply: number, clk: number | null) => ({
    ply,
    clk,
    emt: null,
    eval: null,
    comments: [],
    nags: [],
    variations: [],
  });
  const annotations = [at(1, 60), at(2, 58), at(3, null)];
  expect(clockAt(annotations, 0, all, "white")).toBe(null);
  expect(clockAt(annotations, 1, all, "black")).toBe(null);
  expect(clockAt(annotations, 3, all, "white")).toBe("1:00");
  expect(clockAt(annotations, 3, all, "black")).toBe("0:58");
});
