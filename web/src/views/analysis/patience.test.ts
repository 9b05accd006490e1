import { expect, test, vi } from "vitest";
import { Problem } from "../../api/client";
import { untilDone } from "./patience";

const late = () => Promise.reject(new Problem(503, "there was not enough time", 2, null, "outOfTime"));

/** Asks for answers in this order; what came of it, how often was asked, and how long was waited. */
async function asked(answers: (() => Promise<string>)[], tries: number, isOn = true) {
  const waits: number[] = [];
  const ask = vi.fn(() => (answers.shift() ?? late)());
  const end = await untilDone(
    ask,
    tries,
    () => isOn,
    (seconds) => {
      waits.push(seconds);
      return Promise.resolve();
    },
  ).catch((error: Problem) => error.status);
  return [end, ask.mock.calls.length, waits];
}

test("what takes several answers is asked for again", async () => {
  const done = () => Promise.resolve("done");
  expect(await asked([done], 8)).toEqual(["done", 1, []]);
  expect(await asked([late, late, done], 8)).toEqual(["done", 3, [2, 2]]);
  expect(await asked([], 3)).toEqual([503, 3, [2, 2]]);
  expect(await asked([late, done], 8, false)).toEqual([503, 1, []]);
  // What is wrong stays wrong, and an engine that fails does not recover.
  const failed = () => Promise.reject(new Problem(503, "the engine failed", 1, null, "unavailable"));
  expect(await asked([failed, done], 8)).toEqual([503, 1, []]);
  expect(await asked([() => Promise.reject(new Problem(422, "no game")), done], 8)).toEqual([422, 1, []]);
});
