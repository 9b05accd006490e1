import { expect, test } from "vitest";
import { once } from "./hooks";

test("an answer is asked for once, one that is not whole again", async () => {
  const answers = [[], ["e4"], ["d4"]];
  const ask = async () => answers.shift() ?? [];
  const told = [];
  for (let time = 0; time < 3; time++) told.push(await once("exercises", ask, (all) => all.length > 0));
  expect(told).toEqual([[], ["e4"], ["e4"]]);
});
