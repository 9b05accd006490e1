import { expect, test } from "vitest";
import { closed, parseResults, scoreOf, withoutResult, withResult } from "./score";

test("a series counts each game once, the last two hundred", () => {
  let results = withResult([], "a", "won");
  results = withResult(results, "b", "lost");
  results = withResult(results, "b", "draw");
  expect(scoreOf(results)).toEqual({ won: 1, lost: 0, draws: 1 });
  expect(parseResults(JSON.stringify(results))).toEqual(results);
  expect(withoutResult(results, "a")).toEqual([{ game: "b", result: "draw" }]);
  // The same moves in the next game.
  const next = withResult(closed(results, "a", new Date()), "a", "lost");
  expect(scoreOf(next)).toEqual({ won: 1, lost: 1, draws: 1 });
  for (let at = 0; at < 300; at++) results = withResult(results, String(at), "won");
  expect(scoreOf(results)).toEqual({ won: 200, lost: 0, draws: 0 });
});

test.each([
  "",
  "nonsense",
  "{}",
  '[{"game":1,"result":"won"}]',
  '[{"game":"a","result":"maybe"}]',
])("%j is no series", (text) => {
  expect(parseResults(text)).toEqual([]);
});
