import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  adviceText,
  bareFenAt,
  clocksAfter,
  dropsOf,
  endGame,
  fallenFlag,
  fenAt,
  handCount,
  makeBpgn,
  newTable,
  type Outcome,
  outcomeText,
  parseMove,
  playMove,
  resultOf,
  type Seat,
  seatToMove,
  sideOf,
  type Table,
} from "./rules";

/** Plays moves such as `A e4`; an illegal one is named. */
function game(moves: string[], table = newTable(), clock: number | null = 60_000): Table {
  return moves.reduce((table, text) => {
    const [seat = "A", san = ""] = text.split(" ");
    const side = sideOf(seat as Seat);
    expect(seatToMove(table, side), text).toBe(seat);
    const uci = parseMove(table, side, san);
    const next = uci && playMove(table, side, uci, clock);
    if (!next) throw new Error(`illegal: ${text}`);
    return next;
  }, table);
}

/** A board on which nothing happens. */
const FAR = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

const text = readFileSync(new URL("../../../../data/variants/bughouse.bpgn", import.meta.url), "utf8");
const fics = readFileSync(new URL("../../../../data/variants/bughouse_fics.bpgn", import.meta.url), "utf8");
const games = `${text}\n${fics}`.split(/(?=^\[Event )/m).filter((game) => game.trim());

test.each(
  games.map((game, at) => [at + 1, game] as const),
)("real game %i replays as it is written", (_, game) => {
  const body = game.replace(/^\[.*\n/gm, "").replace(/\{[^}]*\}/g, " ");
  const moves = [...body.matchAll(/(\d+)([AaBb])\.\s*(\S+)/g)];
  expect(moves.length).toBeGreaterThan(20);
  let table = newTable();
  for (const [, number, seat, san = ""] of moves) {
    const side = sideOf(seat as Seat);
    // On servers a move may still be made on one board when the other is over.
    const open = { ...table, outcome: null };
    const uci = parseMove(open, side, san.replace(/[!?]+$/, ""));
    const next = uci && playMove(open, side, uci, 0);
    if (!next) throw new Error(`${number}${seat}. ${san} in ${fenAt(table, side)}`);
    expect(next.plies.at(-1)).toMatchObject({ seat, number: Number(number) });
    table = next;
  }
  // Read again, what is written is the same game.
  const written = makeBpgn(table, {});
  const again = [...written.matchAll(/(\d+)([AaBb])\. ([^\s{]+)/g)].map(
    ([, , seat, san]) => `${seat} ${san}`,
  );
  expect(again).toEqual(table.plies.map(({ seat, san }) => `${seat} ${san}`));
});

test("what is captured goes to the partner, and what was promoted is a pawn again", () => {
  let table = game(["A e4", "a d5", "A exd5"]);
  expect([
    handCount(table, "b", "pawn"),
    handCount(table, "A", "pawn"),
    handCount(table, "B", "pawn"),
  ]).toEqual([1, 0, 0]);
  expect(fenAt(table, 1)).toBe("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[p] w KQkq - 0 1");
  table = game(["B e4", "b P@e6"], table);
  expect(table.plies.at(-1)).toMatchObject({ san: "P@e6", uci: "P@e6", number: 1 });
  expect(handCount(table, "b", "pawn")).toBe(0);
  expect(bareFenAt(game(["A e4", "a d5"]), 1)).toBe(bareFenAt(game(["A e4", "a d5", "A exd5"]), 1));
  const promoted = newTable(["1r5k/P7/8/8/8/8/8/K7[] w - - 0 1", "7k/8/8/8/8/8/8/K7[] w - - 0 1"]);
  const taken = game(["A axb8=Q", "a Kh7", "A Qb1", "a Kh8", "A Qb8", "a Kh7"], promoted);
  expect(handCount(taken, "b", "rook")).toBe(1);
  expect(fenAt(taken, 0)).toMatch(/^1Q~6\//);
  const retaken = game(["A axb8=Q", "a Rxb8"], newTable(["1r3r1k/P7/8/8/8/8/8/K7[] w - - 0 1", FAR]));
  expect([handCount(retaken, "B", "pawn"), handCount(retaken, "B", "queen")]).toEqual([1, 0]);
  expect(fenAt(retaken, 1)).toContain("[Pr]");
});

test.each<[string, string, string, Outcome | null]>([
  // A rook on the back rank: a piece may come between.
  ["no mate while a piece could come between", "6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1", "Re8+", null],
  ["mate beside the king", "7k/7p/5P2/8/8/8/8/K5Q1[] w - - 0 1", "Qg7#", { kind: "mate", loser: "a" }],
  ["mate by a drop", "7k/7p/5P2/8/8/8/8/K7[Q] w - - 0 1", "Q@g7#", { kind: "mate", loser: "a" }],
  ["a knight's mate", "6rk/6pp/8/4N3/8/8/8/K7[] w - - 0 1", "Nf7#", { kind: "mate", loser: "a" }],
])("%s", (_, fen, san, outcome) => {
  const start = newTable([fen, FAR]);
  const table = playMove(start, 0, parseMove(start, 0, san) ?? "", 1);
  if (!table) throw new Error("illegal");
  if (outcome) expect(table.outcome).toEqual(outcome);
  else expect(table.outcome).toBeNull();
  if (outcome) expect(table.plies[0]?.san).toBe(san);
});

test("drops: where, and not without a piece", () => {
  const table = newTable(["4k3/8/8/8/8/8/4r3/K7[PN] w - - 0 1", FAR]);
  expect(dropsOf(table, 0, "pawn")).toHaveLength(47);
  expect(dropsOf(table, 0, "knight")).toHaveLength(61);
  expect(dropsOf(table, 0, "queen")).toEqual([]);
  const check = newTable(["4k3/8/8/8/8/8/8/K3r3[PN] w - - 0 1", FAR]);
  expect(dropsOf(check, 0, "knight")).toEqual(["b1", "c1", "d1"]);
  expect(dropsOf(check, 0, "pawn")).toEqual([]);
  expect(parseMove(check, 0, "P@e5")).toBeNull();
  expect(parseMove(check, 0, "N@b1")).toBe("N@b1");
});

test("a threefold repetition is a draw, unless a piece came to hand", () => {
  const shuffle = ["A Nf3", "a Nf6", "A Ng1", "a Ng8"];
  expect(game([...shuffle, ...shuffle]).outcome).toEqual({ kind: "repetition", side: 0 });
  const exchange = ["B e4", "b d5", "B exd5"];
  expect(game([...shuffle, ...exchange, ...shuffle]).outcome).toBeNull();
});

test("without clocks it is a draw when nobody can move", () => {
  const stuck = "7k/5Q2/8/8/8/8/8/K7[] b - - 0 1";
  const nearly = "7k/8/6Q1/8/8/8/8/K7[] w - - 0 1";
  const timed = game(["A Qf7"], newTable([nearly, stuck]), 1);
  expect(timed.outcome).toBeNull();
  expect(game(["A Qf7"], newTable([nearly, stuck]), null).outcome).toEqual({ kind: "stuck" });
});

test.each<[Outcome, string, string]>([
  [
    { kind: "mate", loser: "a" },
    "1-0",
    "Black on board A is mated: White on board A and Black on board B win.",
  ],
  [
    { kind: "time", loser: "b" },
    "0-1",
    "Black on board B has no time left: White on board B and Black on board A win.",
  ],
  [{ kind: "repetition", side: 1 }, "1/2-1/2", "Draw by threefold repetition on board B."],
])("%o", (outcome, result, text) => {
  expect(resultOf(outcome)).toBe(result);
  expect(outcomeText(outcome)).toBe(text);
});

test.each<[string, string[], Record<Seat, number>, number, Seat | null]>([
  ["nobody", [], { A: 9, a: 1, B: 9, b: 1 }, 5, null],
  ["the one with the least left, not the first", [], { A: 9, a: 60, B: 7, b: 60 }, 30, "B"],
  ["Black, who is to move", ["A e4"], { A: 1, a: 7, B: 8, b: 60 }, 8, "a"],
  ["who has just nothing left", [], { A: 8, a: 60, B: 9, b: 60 }, 8, "A"],
])("whose flag falls first: %s", (_, moves, clocks, milliseconds, seat) => {
  expect(fallenFlag(clocksAfter(game(moves), clocks, milliseconds))).toBe(seat);
});

test("BPGN", () => {
  const table = endGame(game(["A e4", "B d4"], newTable(), 119_550), "resignation", "A");
  expect(makeBpgn(table, { Event: 'A "game"', WhiteA: "Ann" })).toBe(
    '[Event "A \\"game\\""]\n[WhiteA "Ann"]\n[Result "0-1"]\n\n' +
      "1A. e4{119.5} 1B. d4{119.5} {White on board A resigns: Black on board A and White on board B win.} 0-1\n",
  );
});

test.each([
  ["+n", "a knight would be good"],
  ["+++q", "a queen would decide"],
  ["---p", "a pawn would decide for my opponent"],
  ["sit", "sit"],
])("%s", (words, text) => {
  expect(adviceText(words)).toBe(text);
});
