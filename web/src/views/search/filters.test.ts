import { expect, test } from "vitest";
import { chipsOf, consistent, filterOf, firstPly, lastPly, materialOf, setFilter } from "./filters";

test.each([
  ["", {}, []],
  [
    "player=Carlsen,M&color=white&result=win",
    { player: "Carlsen,M", color: "white", result: "win" },
    ["Carlsen, M", "with White", "Won by the player"],
  ],
  ["opponent=Anand&color=black", { opponent: "Anand", color: "black" }, ["with Black", "against Anand"]],
  ["color=white&result=loss", {}, []],
  ["minRating=2600", { minRating: 2600 }, ["Rated from 2600"]],
  ["minRating=2600&maxRating=2700", { minRating: 2600, maxRating: 2700 }, ["Rated 2600–2700"]],
  ["maxRating=many", {}, []],
  ["since=2010&until=2012-06", { since: "2010", until: "2012-06" }, ["Played 2010–2012-06"]],
  ["eco=B9&event=Tata+Steel", { eco: "B9", event: "Tata Steel" }, ["ECO B9", "Tata Steel"]],
  ["turn=black&result=draw", { turn: "black", result: "draw" }, ["Drawn", "Black to move"]],
  ["turn=same", {}, []],
  ["minPly=38&maxPly=59", { minPly: 38, maxPly: 59 }, ["Moves 20–30"]],
  ["minPly=39&maxPly=58", { minPly: 39, maxPly: 58 }, ["Moves 20…–30."]],
  ["maxPly=0", { maxPly: 0 }, ["Moves up to 1."]],
  ["material=KRPkr", { material: "KRPkr" }, ["Material KRPkr"]],
  ["played=Bxh7%2B,+Ng5", { played: ["Bxh7+", "Ng5"] }, ["Bxh7+ and Ng5 within six moves"]],
  ["played=,", {}, []],
  ["speeds=rapid,blitz,lightning", { speeds: ["blitz", "rapid"] }, ["Blitz, Rapid"]],
  ["speeds=lightning&collection=,", {}, []],
  ["collection=mine", { collection: ["mine"] }, ["In mine"]],
  ["collection=mine,+B+2", { collection: ["mine", "B 2"] }, ["In mine or B 2"]],
])("the filter of ?%s", (query, filter, words) => {
  const found = filterOf(new URLSearchParams(query));
  expect(found).toEqual(filter);
  expect(chipsOf(found).map(({ text }) => text)).toEqual(words);
  const written = new URLSearchParams();
  setFilter(written, found);
  expect(filterOf(written)).toEqual(found);
});

test("every field of a filter is in one chip", () => {
  const query =
    "player=a&color=white&opponent=b&result=win&minRating=1&maxRating=2&since=3&until=4&eco=A&event=c&comment=d&turn=white&minPly=5&maxPly=6&material=Kk&played=e4&speeds=blitz&collection=mine";
  const filter = filterOf(new URLSearchParams(query));
  expect(
    chipsOf(filter)
      .flatMap(({ fields }) => fields)
      .sort(),
  ).toEqual(Object.keys(filter).sort());
});

test("what a player's filter says goes with the player", () => {
  expect(consistent({ color: "white", result: "win", eco: "", minPly: null })).toEqual({});
});

test("plies of moves, material of boards", () => {
  expect([firstPly(20), lastPly(30), firstPly(0)]).toEqual([38, 59, 0]);
  expect(materialOf("4k3/pr6/8/8/8/8/6RP/4K3 w - - 0 1")).toBe("KRPkrp");
});
