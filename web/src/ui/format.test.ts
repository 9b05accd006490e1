import { expect, test } from "vitest";
import { count } from "../language/language";
import {
  bytes,
  chances,
  fullName,
  isolated,
  joined,
  result,
  score,
  spaced,
  surname,
  upright,
  year,
} from "./format";

test("names", () => {
  expect(surname({ name: "Karjakin,Sergey", rating: null })).toBe("Karjakin");
  expect(fullName({ name: "Karjakin,Sergey", rating: null })).toBe("Karjakin, Sergey");
  expect(surname({ name: null, rating: null })).toBe("Unknown");
  expect([year("2012.10.11"), year("????.??.??"), year(null)]).toEqual(["2012", "", ""]);
});

test.each([
  ["Karjakin, Sergey", "Karjakin, Sergey"],
  ["Anand\u202e,V", "Anand,V"],
  ["\u202eevil", "evil"],
  ["a\u2066b\u2069\u2069c\u200f\u061c", "abc"],
  ["a\u001b[31mb\u009b", "a [31mb"],
  ["two\nlines", "two\nlines"],
  ["גלפנד", "\u2068גלפנד\u2069"],
  ["\u2069גלפנד\u202e", "\u2068גלפנד\u2069"],
  ["علیرضا", "\u2068علیرضا\u2069"],
  ["Дубов ♞ 名", "Дубов ♞ 名"],
])("%j turns nothing around", (text, shown) => {
  expect(isolated(text)).toBe(shown);
  expect(upright(text)).toBe(shown.replace(/[\u2068\u2069]/g, ""));
  expect(fullName({ name: text, rating: null })).toBe(spaced(text));
});

test("names of both sides stay in their order", () => {
  const [white, black] = ["גלפנד,ב", "סוטובסקי,א"].map((name) => surname({ name, rating: null }));
  expect(`${white} – ${black}`).toBe("\u2068גלפנד\u2069 – \u2068סוטובסקי\u2069");
  expect(surname({ name: "\u202e", rating: null })).toBe("Unknown");
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
