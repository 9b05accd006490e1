import { expect, test } from "vitest";
import { START, steps } from "../../board/chess";
import { chooseMove, ending } from "./play";

const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];

test.each([
  ["no end", START, ["e2e4"], null],
  ["mate", START, ["f2f3", "e7e5", "g2g4", "d8h4"], "Checkmate: Black wins"],
  ["stalemate", "7k/8/6Q1/8/8/8/8/K7 b - - 0 1", [], "Draw by stalemate"],
  ["bare kings", "7k/8/8/8/8/8/8/K7 w - - 0 1", [], "Draw: neither side can mate"],
  ["fifty moves", "7k/8/8/8/8/8/8/KR6 w - - 99 80", ["b1b2"], "Draw by the fifty-move rule"],
  ["twice is not thrice", START, shuffle, null],
  ["thrice", START, [...shuffle, ...shuffle], "Draw by threefold repetition"],
])("%s", (_, fen, moves, text) => {
  expect(ending(steps({ fen, moves, ply: 0 }))?.text ?? null).toBe(text);
});

test("the engine varies among moves that are nearly equal, for its side", () => {
  const pv = (moves: string, cp: number) => ({ moves, san: moves, cp, mate: null });
  const analysis = {
    fen: START,
    engine: "",
    depth: 1,
    seldepth: 1,
    nodes: 1,
    timeMs: 1,
    pvs: [pv("a", 30), pv("b", 20), pv("c", 10)],
  };
  const all = (turn: "white" | "black") =>
    [0, 0.5, 0.99].map((random) => chooseMove(analysis, turn, () => random));
  expect(all("white")).toEqual(["a", "b", "b"]);
  const mate = { ...analysis, pvs: [{ ...pv("m", 0), cp: null, mate: 2 }, pv("b", 20)] };
  expect(chooseMove(mate, "white", () => 0.9)).toBe("m");
});
