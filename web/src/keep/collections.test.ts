import { expect, test } from "vitest";
import {
  type Kept,
  merged,
  NOTHING,
  parseKept,
  renamed,
  type Saved,
  withBack,
  withChange,
  withCollection,
  withoutCollection,
  withoutPosition,
  withPosition,
} from "./collections";

const position = (id: string): Saved => ({
  id,
  fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
  title: `Title ${id}`,
  note: "",
  white: "",
  black: "",
  date: "",
  moves: [],
});

/** `A: 1 2, B: ` */
const shown = ({ collections }: Kept) =>
  collections.map(({ name, positions }) => `${name}: ${positions.map(({ id }) => id).join(" ")}`).join(", ");

const two = ["1", "2", "3"].reduce(
  (kept, id) => withPosition(kept, "A", position(id)),
  withCollection(NOTHING, "B"),
);

test.each<[string, Kept, string]>([
  ["a new collection", two, "B: , A: 1 2 3"],
  ["the same collection again", withCollection(two, "A"), "B: , A: 1 2 3"],
  ["moved", withChange(two, "A", "B", position("2")), "B: 2, A: 1 3"],
  ["moved to a new one", withChange(two, "A", "C", position("2")), "B: , A: 1 3, C: 2"],
  ["deleted", withoutPosition(two, "A", "2"), "B: , A: 1 3"],
  ["put back", withPosition(withoutPosition(two, "A", "2"), "A", position("2"), 1), "B: , A: 1 2 3"],
  ["renamed", renamed(two, "A", "C"), "B: , C: 1 2 3"],
  ["a name that is taken", renamed(two, "A", "B"), "B: , A: 1 2 3"],
  ["no name", renamed(two, "A", ""), "B: , A: 1 2 3"],
  ["a collection deleted", withoutCollection(two, "B"), "A: 1 2 3"],
  [
    "a collection put back",
    withBack(withoutCollection(two, "B"), { name: "B", positions: [] }, 0),
    "B: , A: 1 2 3",
  ],
  ["put back into a new one", withBack(two, { name: "B", positions: [position("4")] }, 0), "B: 4, A: 1 2 3"],
])("%s", (_, kept, expected) => {
  expect(shown(kept)).toBe(expected);
  expect(parseKept(JSON.stringify(kept))).toEqual(kept);
});

test("a changed position stays in its place", () => {
  const kept = withChange(two, "A", "A", { ...position("2"), note: "new" });
  expect(shown(kept)).toBe("B: , A: 1 2 3");
  expect(kept.collections[1]?.positions[1]?.note).toBe("new");
});

test("what is there already is not added again", () => {
  const same = { ...position("1"), id: "9" };
  const { kept, added } = merged(two, [
    { name: "A", positions: [same, { ...same, id: "8", note: "other" }] },
    { name: "C", positions: [same] },
  ]);
  expect(shown(kept)).toBe("B: , A: 1 2 3 8, C: 9");
  expect(added).toBe(2);
});

test("what older pages kept is read, and what newer ones add", () => {
  const kept = (game?: unknown) =>
    JSON.stringify({ version: 1, collections: [{ name: "a", positions: [{ ...position("1"), game }] }] });
  expect(parseKept(kept())?.collections[0]?.positions).toEqual([position("1")]);
  for (const game of [{}, { id: 3, ply: 0, result: "1-0" }, { event: "x", site: "y", round: "1" }]) {
    expect(parseKept(kept(game))?.collections[0]?.positions[0]?.game).toEqual(game);
  }
  for (const game of [null, 3, { id: "3" }, { ply: 0.5 }, { result: 1 }])
    expect(parseKept(kept(game))).toBeNull();
});

test.each([
  "",
  "null",
  "{}",
  '{"version":2,"collections":[]}',
  '{"version":1,"collections":[{"name":"a"}]}',
  '{"version":1,"collections":[{"name":"a","positions":[{"id":"1"}]}]}',
])("no collections: %s", (text) => {
  expect(parseKept(text)).toBeNull();
});
