import { expect, test } from "vitest";
import { secondsByPace, secondsLeft, timeLeft } from "./left";

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

test("the time by the pace of the last samples", () => {
  /** Games done after each two seconds. */
  const samples = (...done: number[]) => done.map((done, place) => ({ at: 2000 * place, done }));
  expect(secondsByPace([], 500)).toBeNull();
  expect(secondsByPace(samples(0, 1, 2), 500)).toBeNull();
  expect(secondsByPace(samples(3, 3, 3, 3, 3, 3, 3), 500)).toBeNull();
  // A game in two seconds.
  expect(secondsByPace(samples(0, 1, 2, 3, 4, 5), 500)).toBe(990);
  // What was kept came at once, and long ago.
  const late = [0, 200, ...Array.from({ length: 20 }, (_, place) => 201 + place)];
  expect(secondsByPace(samples(...late), 500)).toBe(2 * (500 - 220));
  expect(secondsByPace(samples(490, 492, 494, 496, 498, 500), 500)).toBe(0);
});
