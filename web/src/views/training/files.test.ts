import { expect, test } from "vitest";
import type { Exercise } from "../../api/client";
import { exercisesAnki, exercisesCsv } from "./files";

const EXERCISE = {
  fen: "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 31",
  previousFen: "r5k1/5ppp/8/8/8/8/5PPP/7K w - - 0 31",
  lastMove: { uci: "h1g1", san: "Kg1" },
  color: "black",
  solution: [{ uci: "a8a1", san: "Ra1#" }],
  alternatives: [{ uci: "h7h6", san: "h6", cp: 300, mate: null }],
  rating: 600,
  interval: [344, 856],
  themes: ["mateIn1", "endgame"],
  found: false,
  ply: 61,
  opening: "King's Pawn Game: Wayward Queen Attack",
  mistake: "missed mate",
  game: {
    id: 7,
    event: "A, B",
    site: "https://lichess.org/abcdefgh",
    date: null,
    white: { name: "<Ann>", rating: null },
    black: { name: 'Bea "B"', rating: null },
  },
} as unknown as Exercise;

test("lichess's puzzle CSV", () => {
  const [header, row] = exercisesCsv([EXERCISE]).split("\n");
  expect(header).toMatch(/^PuzzleId,FEN,Moves,Rating,.*,Found,Alternatives,Ply,Game$/);
  expect(row?.replace(/^\w+,/, "")).toBe(
    "r5k1/5ppp/8/8/8/8/5PPP/7K w - - 0 31,h1g1 a8a1,600,200,0,0,mateIn1 endgame,https://lichess.org/abcdefgh," +
      'Kings_Pawn_Game Kings_Pawn_Game_Wayward_Queen_Attack,false,h7h6,61,"7 <Ann> - Bea ""B"", A, B, ?"',
  );
});

test("notes for Anki", () => {
  const lines = exercisesAnki([EXERCISE]).trimEnd().split("\n");
  expect(lines.slice(0, 3)).toEqual(["#separator:tab", "#html:true", "#notetype:Basic"]);
  expect(lines[4]).toBe("#tags column:10");
  const fields = (lines[5] ?? "").split("\t");
  expect(fields).toHaveLength(10);
  // Black is at the bottom, and h1 in the corner at the top.
  expect(fields[0]).toMatch(/^"<table .*<tr><td bgcolor=#f0d9b5 width=40><\/td>/);
  expect(fields[0]?.match(/♟\ufe0e/g)).toHaveLength(3);
  expect(fields[1]).toMatch(
    /^"<b>31... Ra1#<\/b><br>not h6<br>missed mate; rating 600; mateIn1, endgame<br>7 &lt;Ann/,
  );
  expect(fields[2]).toBe(`"[SetUp ""1""] [FEN ""${EXERCISE.fen}""] [Result ""*""] 31... Ra1# *"`);
  expect(fields.slice(4, 8)).toEqual([`"${EXERCISE.fen}"`, '"a8a1"', '"31... Ra1#"', '"600"']);
  expect(fields[9]).toBe('"mateIn1 endgame missed_mate"');
});
