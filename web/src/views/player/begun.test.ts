import { expect, test } from "vitest";
import { parseBegun, withBegun } from "./begun";

test("players whose games are scored are remembered, the last ones", () => {
  const ann = { player: "Ann", games: 3, isOn: true };
  const bob = { player: "Bob", games: 0, isOn: false };
  expect(withBegun([ann], bob)).toEqual([bob, ann]);
  expect(withBegun([bob, ann], { ...ann, games: 4 })).toEqual([{ ...ann, games: 4 }, bob]);
  const many = Array.from({ length: 60 }, (_, place) => ({ ...ann, player: String(place) }));
  expect(many.reduce(withBegun, [] as (typeof ann)[])).toHaveLength(50);
  expect(parseBegun(JSON.stringify([ann, bob]))).toEqual([ann, bob]);
  for (const text of ["", "{}", "[1]", '[{"player":"Ann"}]', '[{"player":"Ann","games":"3","isOn":true}]']) {
    expect(parseBegun(text)).toEqual([]);
  }
});
