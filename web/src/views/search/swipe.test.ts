import { expect, test } from "vitest";
import { swiped } from "./swipe";

test("a swipe is long, and goes aside", () => {
  for (const [x, y, step] of [
    [-90, 5, 1],
    [90, -20, -1],
    [-39, 0, 0],
    [-90, 60, 0],
    [0, 200, 0],
  ] as const) {
    expect(swiped(x, y)).toBe(step);
  }
});
