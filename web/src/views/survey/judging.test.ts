import { expect, test } from "vitest";
import { hashOf } from "../../ui/hash";
import {
  type Answer,
  boardOf,
  fileOf,
  fourOf,
  moved,
  NONE,
  parseJudged,
  questionOf,
  randomOf,
  raterOf,
  shuffled,
  withAnswer,
} from "./judging";

const fen = (file: number, turn = "w") =>
  `8/8/8/8/8/8/${file || ""}k${7 - file || ""}/K7 ${turn} - - 0 1`.replace("//", "/");
const HITS = [0, 1, 2, 3, 4, 5, 6].map((file) => fen(file));
const QUERY = "7k/8/8/8/8/8/8/K7 w - - 0 1";

test("a seed determines the numbers, which are spread", () => {
  const numbers = (seed: number) => Array.from({ length: 1000 }, randomOf(seed));
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
  const mean = numbers(7).reduce((sum, number) => sum + number, 0) / 1000;
  expect(mean).toBeGreaterThan(0.45);
  expect(mean).toBeLessThan(0.55);
  expect(numbers(7).every((number) => number >= 0 && number < 1)).toBe(true);
  expect(shuffled(HITS, randomOf(hashOf("x"))).sort()).toEqual([...HITS].sort());
});

test("all people get the same four positions, in orders of their own, and never the query", () => {
  const four = fourOf(QUERY, [QUERY.replace("0 1", "5 9"), ...HITS]) ?? [];
  const of = (rater: string) => questionOf(QUERY, four, rater).options;
  const people = [..."abcdefgh"].map(of);
  for (const options of people) {
    expect(options).toHaveLength(4);
    expect([...options].sort()).toEqual([...of("a")].sort());
    expect(options.map(boardOf)).not.toContain(boardOf(QUERY));
  }
  expect(new Set(people.map((options) => options.join())).size).toBeGreaterThan(1);
  expect(of("a")).toEqual(of("a"));
});

test.each([
  ["three others", [QUERY, ...HITS.slice(0, 3)], false],
  ["four", HITS.slice(0, 4), true],
  ["one board twice", [...HITS.slice(0, 3), `${boardOf(fen(0))} - - 3 9`], false],
  ["none", [], false],
])("a question needs four other boards: %s", (_, hits, isOne) => {
  expect(fourOf(QUERY, hits) !== null).toBe(isOne);
});

const answer = (rater: string, order: string[], query = QUERY): Answer => ({ query, rater, order });

test("an answer replaces one of the same person, and no other", () => {
  const [one, two] = [HITS.slice(0, 4), HITS.slice(1, 5)];
  const turned = [...one].reverse();
  let answers = withAnswer([], answer("a", one));
  answers = withAnswer(answers, answer("b", turned));
  expect(answers).toHaveLength(2);
  answers = withAnswer(answers, answer("a", turned));
  expect(answers.map(({ rater, order }) => [rater, order])).toEqual([
    ["b", turned],
    ["a", turned],
  ]);
  answers = withAnswer(answers, answer("c", two, fen(6)));
  expect(answers).toHaveLength(3);
  expect(withAnswer(answers, answer("c", one)).map(({ rater }) => rater)).toEqual(["b", "a", "c", "c"]);
});

test("the file is the table that the command reads", () => {
  const order = HITS.slice(0, 2);
  expect(fileOf([answer(raterOf(" Ann\tB \n"), order)])).toBe(
    `query\trater\torder\n${QUERY}\tAnn B\t${order[0]};${order[1]}\n`,
  );
});

test.each([
  [0, 2, "bcad"],
  [3, 0, "dabc"],
  [1, 9, "acdb"],
  [2, -1, "cabd"],
  [1, 1, "abcd"],
])("from %i to %i: %s", (from, to, order) => {
  expect(moved([..."abcd"], from, to).join("")).toBe(order);
});

test("what was kept is read, anything else is nothing", () => {
  const survey = {
    ...{ rater: "a", series: 1, count: 5, queries: null, drawn: 1, done: 0, order: [] },
    questions: [{ query: QUERY, options: HITS.slice(0, 4) }],
  };
  const judged = { version: 1 as const, answers: [answer("a", HITS)], survey };
  expect(parseJudged(JSON.stringify(judged))).toEqual(judged);
  expect(parseJudged(JSON.stringify({ ...judged, survey: { ...survey, done: "x" } })).survey).toBeNull();
  for (const text of ["", "x", "{}", "[]", '{"version":2,"answers":[]}', '{"version":1,"answers":[null]}']) {
    expect(parseJudged(text)).toEqual(NONE);
  }
});
