import { expect, test } from "vitest";
import type { Exercise } from "../../api/client";
import { exercisesSheet } from "./exercises";

test("exercises are printed with captions and solutions", () => {
  const fen = "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 31";
  const exercise = {
    fen,
    game: {
      white: { name: "Karjakin, Sergey", rating: 2780 },
      black: { name: null, rating: null },
      date: "2012.10.11",
    },
    lastMove: { uci: "h1g1", san: "Kg1" },
    solution: [{ uci: "a8a1", san: "Ra1#" }],
  } as Exercise;
  expect(exercisesSheet("Mate in 1", [exercise])).toEqual({
    title: "Mate in 1",
    entries: [{ fen, lastMove: "h1g1", title: "Karjakin – Unknown, 2012", about: "", solution: "31… Ra1#" }],
  });
});
