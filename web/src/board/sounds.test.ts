import { expect, test } from "vitest";
import { START, steps } from "./chess";
import { soundOf } from "./sounds";

/** Moves from a position, and the sound of the last one. */
const HEARD: [fen: string, moves: string, sound: string][] = [
  [START, "e2e4", "move"],
  [START, "e2e4 d7d5 e4d5", "capture"],
  [START, "e2e4 f7f6 d1h5", "check"],
  [START, "f2f3 e7e5 g2g4 d8h4", "end"],
  [START, "e2e4 a7a6 e4e5 d7d5 e5d6", "capture"],
  ["r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "move"],
  ["r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "move"],
  ["1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "move"],
  ["1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", "check"],
  ["7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g6", "end"],
];

test.each(HEARD)("%s %s: %s", (fen, moves, sound) => {
  const all = steps({ fen, moves: moves.split(" "), ply: 0 });
  const [before, after] = all.slice(-2);
  if (!before || !after?.uci) throw new Error("no move");
  expect(soundOf(before.fen, after.fen, after.uci)).toBe(sound);
  // The way back is silent, whatever the move before was.
  const earlier = all.at(-3);
  if (before.uci && earlier) expect(soundOf(after.fen, before.fen, before.uci)).toBeNull();
});

test("a drop has a sound, and may parry what looks like mate", () => {
  const [before, after] = ["7k/6pp/8/8/8/8/8/K7 w - - 0 1", "3R3k/6pp/8/8/8/8/8/K7 b - - 0 1"];
  expect(soundOf(before, after, "d8d8", true)).toBe("check");
  expect(soundOf(before, after, "d8d8")).toBe("end");
});

test("another position is silent", () => {
  const far = steps({ fen: START, moves: ["e2e4", "e7e5", "g1f3", "b8c6"], ply: 0 });
  expect(soundOf(START, far[4]?.fen ?? "", "b8c6")).toBeNull();
  expect(soundOf(START, START, "e2e4")).toBeNull();
  expect(soundOf("not a position", START, "e2e4")).toBeNull();
});
