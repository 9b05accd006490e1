import { makeFen } from "chessops/fen";
import { expect, test } from "vitest";
import {
  describe,
  flipFen,
  fromQuery,
  lineOf,
  moveNumber,
  parseMove,
  parsePasted,
  positionOf,
  START,
  startOfGame,
  steps,
  toQuery,
  withFields,
  withMove,
  wrongPosition,
} from "./chess";

test.each([
  ["", START, [], 0],
  ["play=e2e4,e7e5", START, ["e2e4", "e7e5"], 2],
  ["play=e2e4,e7e5&ply=1", START, ["e2e4", "e7e5"], 1],
  ["play=e2e4,e7e5&ply=9", START, ["e2e4", "e7e5"], 2],
  ["play=e2e4,e2e4,e7e5", START, ["e2e4"], 1],
  ["fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", [], 0],
])("the line of ?%s", (query, fen, moves, ply) => {
  const line = fromQuery(new URLSearchParams(query));
  expect(line).toEqual({ fen, moves, ply });
  expect(fromQuery(toQuery(line))).toEqual(line);
});

test.each([
  ["1. e4 e5 2. Nf3 *", ["e2e4", "e7e5", "g1f3"], 1],
  ["1. e4 (1. d4 d5) e5 {fine} *\n\n1. c4 *", ["e2e4", "e7e5"], 2],
  ["1. e4 e5 2. Ke3", ["e2e4", "e7e5"], 1],
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", [], 0],
  ["4k3/8/8/8/8/8/4P3/4K3_b", [], 0],
])("%s is pasted", (text, moves, games) => {
  const found = parsePasted(text);
  expect(found?.line.moves).toEqual(moves);
  expect(found?.games).toHaveLength(games);
});

test.each(["", "hello", "https://example.org/8/8", "1.", "8/8/8"])("%j is neither FEN nor PGN", (text) => {
  expect(parsePasted(text)).toBeNull();
});

test("a line is walked as far as it is legal", () => {
  const all = steps({ fen: START, moves: ["e2e4", "e7e5", "e1e3"], ply: 0 });
  expect(all.map(({ san }) => san)).toEqual([null, "e4", "e5"]);
  expect(steps({ fen: "8/8/8/8/8/8/8/8 w - - 0 1", moves: ["e2e4"], ply: 0 })).toHaveLength(1);
});

test("a move cuts the line off, unless it is the next one", () => {
  const line = { fen: START, moves: ["e2e4", "e7e5"], ply: 1 };
  expect(withMove(line, "e7e5")).toEqual({ ...line, ply: 2 });
  expect(withMove(line, "c7c5")).toEqual({ fen: START, moves: ["e2e4", "c7c5"], ply: 2 });
});

test("moves as people write them", () => {
  const start = positionOf(START);
  if (!start) throw new Error("the start is a position");
  expect(["Nf3", "g1f3", " e4 ", "Nf6", "x", ""].map((text) => parseMove(start, text))).toEqual([
    "g1f3",
    "g1f3",
    "e2e4",
    null,
    null,
    null,
  ]);
});

test.each([
  ["4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", ["ed5", "cxd5", "exe5", "d5"], ["e4d5", "c4d5", "e4e5", null]],
  ["4k3/8/8/3p4/8/2N1N3/8/4K3 w - - 0 1", ["Nd5", "Ncd5", "Nexc4"], [null, "c3d5", "e3c4"]],
  ["4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1", ["bc4", "Bc4"], ["b3c4", "e2c4"]],
  ["3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", ["ed8Q", "ed8=N"], ["e7d8q", "e7d8n"]],
])("captures of %s are read with their sign and without", (fen, texts, moves) => {
  const position = positionOf(fen);
  if (!position) throw new Error("a position");
  expect(texts.map((text) => parseMove(position, text))).toEqual(moves);
});

test("castling where king and rook stand", () => {
  expect(withFields("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", "b", "KQkq")).toBe("4k2r/8/8/8/8/8/8/R3K3 b Qk - 0 1");
});

test("the moves of a stored game", () => {
  expect(lineOf(null, "e4 e5 Nf3 Nc6 Bb5 a6 O-O").moves.at(-1)).toBe("e1h1");
  expect(lineOf("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4").moves).toEqual(["e2e4"]);
});

test("colours reversed", () => {
  expect(flipFen("r3k3/8/8/8/8/8/4P3/4K3 w q - 0 1")).toBe("4k3/4p3/8/8/8/8/8/R3K3 b Q - 0 1");
  expect(flipFen(flipFen(START))).toBe(START.replace(" KQkq", " KQkq"));
});

test("a position in words", () => {
  expect(describe("4k3/8/8/8/8/8/4P3/R3K2R b - - 0 1")).toBe(
    "White: king e1, rooks a1 h1, pawn e2. Black: king e8. Black to move.",
  );
  expect(moveNumber("4k3/8/8/8/8/8/8/4K3 b - - 0 15")).toBe("15…");
});

test.each([
  [{}, START],
  [{ Variant: "Standard" }, START],
  [{ Variant: "From Position", FEN: "4k3/8/8/8/8/8/8/4K2R w K - 0 1" }, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"],
  [{ Variant: "Chess960" }, START],
  [{ Variant: "Fischerandom" }, START],
  [{ Variant: "Fischer Random" }, START],
  [{ Variant: "Crazyhouse" }, null],
  [{ Variant: "King of the Hill" }, null],
  [{ Variant: "Atomic" }, null],
  [{ FEN: "4k3/8/8/8/8/8/8/8 w - - 0 1" }, null],
])("a game with %o begins with %s", (headers, fen) => {
  const position = startOfGame(new Map(Object.entries(headers)));
  expect(position && makeFen(position.toSetup())).toBe(fen);
});

test.each([
  ["8/8/hello", "“h” is no piece: a FEN has K, Q, R, B, N, P for White, small letters for Black."],
  ["8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king."],
  ["8/8/8/8/8/8/8/k7 w - - 0 1", "White has no king."],
  ["4k3/8/8/8/8/8/8/4K2K w - - 0 1", "White has more than one king."],
  ["4k2k/8/8/8/8/8/8/4K3 w - - 0 1", "Black has more than one king."],
  ["4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "A pawn stands on the first or last rank."],
  ["4k3/8/8/8/8/8/8/4K2p w - - 0 1", "A pawn stands on the first or last rank."],
  ["4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "Black’s king is in check, and White is to move."],
  ["4r1k1/8/8/8/8/8/8/4K3 b - - 0 1", "White’s king is in check, and Black is to move."],
  ["4k3/8/8/8/8/8/8/4R1K1 b - - 0 1", null],
  // What the server takes: nine knights, counters that are none, rights that nobody has.
  ["4k3/8/8/8/8/8/NNNNNNNN/N3K3 w - - 0 1", null],
  ["4k3/8/8/8/8/8/8/4K3 w - - a b", null],
  ["4k3/8/8/8/8/8/8/4K3_w_KQ_-_0_1", null],
  [START, null],
])("%s: %s", (fen, words) => expect(wrongPosition(fen)).toBe(words));
