import { parsePgn } from "chessops/pgn";
import { expect, test } from "vitest";
import type { Exercise } from "../../api/client";
import { exercisesPgn } from "./exercises";
import {
  findAlternative,
  isReplying,
  NEW_ATTEMPT,
  outcomeOf,
  playReply,
  showSolution,
  tryMove,
} from "./solving";

const player = (name: string) => ({ name, rating: 2800 });

const EXERCISE: Exercise = {
  fen: "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1",
  previousFen: "7k/5ppp/8/8/8/8/5PPP/RR4K1 b - - 0 1",
  lastMove: { uci: "h8g8", san: "Kg8" },
  color: "white",
  solution: [
    { uci: "g1f1", san: "Kf1" },
    { uci: "g8h8", san: "Kh8" },
    { uci: "a1a8", san: "Ra8#" },
  ],
  alternatives: [{ uci: "h2h3", san: "h3", cp: 40, mate: null }],
  cp: null,
  mate: 2,
  rating: 1200,
  interval: [1000, 1500],
  themes: ["mateIn2"],
  found: false,
  played: { uci: "h2h3", san: "h3" },
  ply: 40,
  opening: "Sicilian Defense",
  mistake: null,
  game: {
    id: 7,
    event: "Test {1}",
    site: null,
    date: "2012.10.11",
    round: null,
    white: player("A"),
    black: player("B"),
    winner: "white",
    result: "1-0",
    eco: "B90",
    variationPly: null,
  },
};

const play = (...moves: string[]) =>
  moves.reduce((attempt, uci) => {
    const after = tryMove(EXERCISE, attempt, uci);
    return isReplying(EXERCISE, after) ? playReply(EXERCISE, after) : after;
  }, NEW_ATTEMPT);

test.each([
  ["the solution", ["g1f1", "a1a8"], ["g1f1", "g8h8", "a1a8"], "solved"],
  ["another mate", ["a1a8"], ["a1a8"], "solved"],
  ["another mate, later", ["g1f1", "b1b8"], ["g1f1", "g8h8", "b1b8"], "solved"],
  ["a mistake first", ["h2h3", "g1f1", "a1a8"], ["g1f1", "g8h8", "a1a8"], "helped"],
  ["only half of it", ["g1f1"], ["g1f1", "g8h8"], "open"],
  ["nothing after the end", ["a1a8", "b1b8"], ["a1a8"], "solved"],
])("%s", (_, moves, played, outcome) => {
  const attempt = play(...moves);
  expect(attempt.played).toEqual(played);
  expect(outcomeOf(EXERCISE, attempt)).toBe(outcome);
});

test("a wrong move is counted, with what the exercise says about it", () => {
  const attempt = play("h2h3");
  expect(attempt).toMatchObject({ played: [], wrong: ["h2h3"], isWrong: true });
  expect(findAlternative(EXERCISE, attempt)?.cp).toBe(40);
  expect(findAlternative(EXERCISE, play("g2g3"))).toBeNull();
  expect(findAlternative(EXERCISE, play("h2h3", "g1f1"))).toBeNull();
});

test("a hint is help, and a shown solution is not a success", () => {
  expect(outcomeOf(EXERCISE, { ...play("a1a8"), hintedAt: 0 })).toBe("helped");
  const given = showSolution(EXERCISE, NEW_ATTEMPT);
  expect(given.played).toHaveLength(3);
  expect(outcomeOf(EXERCISE, given)).toBe("shown");
});

test("castling is the same move in both notations", () => {
  const castling: Exercise = {
    ...EXERCISE,
    fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    solution: [{ uci: "e1g1", san: "O-O" }],
  };
  for (const uci of ["e1g1", "e1h1"]) {
    expect(outcomeOf(castling, tryMove(castling, NEW_ATTEMPT, uci))).toBe("solved");
  }
});

test("exercises as PGN are read again", () => {
  const games = parsePgn(exercisesPgn([EXERCISE, EXERCISE]));
  expect(games).toHaveLength(2);
  const [game] = games;
  expect(game?.headers.get("FEN")).toBe(EXERCISE.fen);
  expect(game?.headers.get("White")).toBe("A");
  expect([...(game?.moves.mainline() ?? [])].map(({ san }) => san)).toEqual(["Kf1", "Kh8", "Ra8#"]);
  expect(game?.moves.children.slice(1).map(({ data }) => [data.san, data.comments])).toEqual([
    ["h3", ["+0.40"]],
  ]);
  expect(game?.comments?.join()).toContain("1200");
});
