import { expect, test } from "vitest";
import { once } from "./hooks";

test("a request is sent once, and again while its answer is not final", async () => {
  const answers = [[], ["e4"], ["d4"]];
  const send = async () => answers.shift() ?? [];
  const received = [];
  for (let time = 0; time < 3; time++) received.push(await once("exercises", send, (all) => all.length > 0));
  expect(received).toEqual([[], ["e4"], ["e4"]]);
});
