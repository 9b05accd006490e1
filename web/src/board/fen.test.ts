import { expect, test } from "vitest";
import { wrongBoard } from "./fen";

test.each([
  [
    "hello world",
    "“hello” is not a FEN, which begins with the pieces rank by rank and / between, such as 4k3/8/8/8/8/8/4P3/4K3.",
  ],
  [
    "1. e4 e5",
    "“1.” is not a FEN, which begins with the pieces rank by rank and / between, such as 4k3/8/8/8/8/8/4P3/4K3.",
  ],
  ["8/8/8/8/8/8/8", "A FEN has eight ranks with / between them; this has 7."],
  ["8/8/8/8/8/8/8/8/8 w", "A FEN has eight ranks with / between them; this has 9."],
  ["rnbqkbnr/ppppppp/8/8/8/8/8/8 w", "Rank 7 has 7 squares instead of 8."],
  ["rnbqkbnr/pppppppp/8/8/8/8/8/1", "Rank 1 has 1 square instead of 8."],
  ["rnbqkbnr/8/8/8/45/8/8/8", "Rank 4 has 9 squares instead of 8."],
  [
    "rnbqxbnr/8/8/8/8/8/8/8",
    "“x” is no piece: a FEN has K, Q, R, B, N, P for White, small letters for Black.",
  ],
  ["4k3/8/8/8/8/8/8/4K3", null],
  ["4k3/8/8/8/8/8/8/4K3_w_-_-_0_1", null],
  ["4k3/8/8/8/8/8/8/4K3_", null],
  ["4k3/8/8/8/8/8/8/4K3 x", "After the pieces, a FEN gives the side to move, w or b; this one has “x”."],
  // A whole board, whatever stands on it: the server says what is impossible.
  ["8/8/8/8/8/8/8/8 w - - 0 1", null],
])("%s: %s", (text, words) => expect(wrongBoard(text)).toBe(words));
