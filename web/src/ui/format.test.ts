import { expect, test } from "vitest";
import { bytes, chances, fullName, many, result, score, surname, year } from "./format";

test("names", () => {
  expect(surname({ name: "Karjakin,Sergey", rating: null })).toBe("Karjakin");
  expect(fullName({ name: "Karjakin,Sergey", rating: null })).toBe("Karjakin, Sergey");
  expect(surname({ name: null, rating: null })).toBe("Unknown");
  expect([year("2012.10.11"), year("????.??.??"), year(null)]).toEqual(["2012", "", ""]);
});

test("a draw is not an unknown result", () => {
  expect(result({ winner: "white", result: "1-0" })).toBe("1–0");
  expect(result({ winner: null, result: "1/2-1/2" })).toBe("½–½");
  expect(result({ winner: null, result: "*" })).toBe("");
});

test.each([
  [{ cp: 31, mate: null }, "+0.31", 0.5285],
  [{ cp: -120, mate: null }, "−1.20", 0.391],
  [{ cp: 0, mate: null }, "0.00", 0.5],
  [{ cp: null, mate: 3 }, "#3", 1],
  [{ cp: null, mate: -2 }, "#−2", 0],
])("the score %j", (pv, text, share) => {
  expect(score(pv)).toBe(text);
  expect(chances(pv)).toBeCloseTo(share, 3);
});

test("numbers", () => {
  expect(many(1, "game")).toBe("1 game");
  expect(many(190130, "position")).toBe("190,130 positions");
  expect([bytes(12), bytes(7_600_000), bytes(892_000_000)]).toEqual(["12 B", "7.6 MB", "892 MB"]);
});
