import { expect, test } from "vitest";
import { count } from "../language/language";
import { bytes, chances, fullName, joined, result, score, surname, year } from "./format";

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

test("what is known of a game", () => {
  expect(joined([2012, "?", null, "Tata Steel"])).toBe("2012 · Tata Steel");
  expect(joined(["Karjakin – Carlsen", ""], ", ")).toBe("Karjakin – Carlsen");
});

test.each([
  [{ cp: 31, mate: null }, "white", "+0.31", 0.5285],
  [{ cp: -120, mate: null }, "black", "−1.20", 0.391],
  [{ cp: 0, mate: null }, "white", "0.00", 0.5],
  [{ cp: null, mate: 3 }, "black", "#3", 1],
  [{ cp: null, mate: -2 }, "white", "#−2", 0],
  [{ cp: null, mate: 0 }, "white", "#", 0],
  [{ cp: null, mate: 0 }, "black", "#", 1],
] as const)("the score %j, %s to move", (pv, turn, text, share) => {
  expect(score(pv)).toBe(text);
  expect(chances(pv, turn)).toBeCloseTo(share, 3);
});

test("numbers", () => {
  expect([count(190130), count(7.64, 1)]).toEqual(["190,130", "7.6"]);
  expect([bytes(12), bytes(7_600_000), bytes(892_000_000)]).toEqual(["12 B", "7.6 MB", "892 MB"]);
});
