import { expect, test } from "vitest";
import { secondsLeft, timeLeft } from "./left";

test("the time that is left", () => {
  for (const [sent, seconds, left] of [
    [0, 10, null],
    [0.5, 1, null],
    [0.5, 10, 10],
    [0.1, 60, 540],
    [1, 60, 0],
  ] as const) {
    expect(secondsLeft(sent, seconds)).toBe(left);
  }
  for (const [seconds, words] of [
    [0, "less than a minute left"],
    [59, "less than a minute left"],
    [80, "about 1 minute left"],
    [600, "about 10 minutes left"],
    [5399, "about 2 hours left"],
    [10_000, "about 3 hours left"],
  ] as const) {
    expect(timeLeft(seconds)).toBe(words);
  }
});
