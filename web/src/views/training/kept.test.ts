import { expect, test } from "vitest";
import type { Exercise, Training } from "../../api/client";
import {
  bounded,
  dayOf,
  dueOf,
  exercisesOf,
  type Kept,
  type KeptSet,
  merged,
  NOTHING,
  newSet,
  outcomesOf,
  parseKept,
  setOf,
  statisticsOf,
  withExercise,
  withOutcome,
  withoutSet,
  withReport,
  withSet,
} from "./kept";
import { scheduleAfter } from "./schedule";

const exercise = (number: number) =>
  ({
    fen: `6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - ${number} 1`,
    ...{ color: "white", previousFen: "", rating: 1200, ply: 40 },
    solution: [{ uci: "d1d8", san: "Rd8#" }],
    alternatives: [],
    themes: [],
    interval: [1000, 1400],
    game: { white: {}, black: {} },
    lastMove: { uci: "g7g8", san: "Kg8" },
    isOwn: false,
  }) as unknown as Exercise & { isOwn: boolean };
const on = (day: number, hour = 12) => new Date(2026, 10, day, hour);
const set = (kept: Kept, key = "a") => setOf(kept, key) as KeptSet;

/** A set with this number of exercises. */
function filled(kept: Kept, key: string, numbers: number[], at = on(1)): Kept {
  let next = withSet(kept, newSet(key, key, numbers.length), at);
  for (const number of numbers) next = withExercise(next, set(next, key), exercise(number), at);
  return next;
}

test("a set takes an exercise once, and survives being kept", () => {
  let kept = filled(NOTHING, "a", [1, 2, 2]);
  expect(exercisesOf(kept, set(kept)).map(({ fen }) => fen)).toEqual([exercise(1).fen, exercise(2).fen]);
  expect(outcomesOf(kept, set(kept))).toEqual(["open", "open"]);
  const report = {
    games: 7,
    next: 5,
    positions: 40,
    ended: "time",
    rejected: [],
    exercises: [],
    plan: null,
    mistakes: [],
  };
  kept = withReport(kept, set(kept), report as Training, on(1));
  kept = withReport(kept, set(kept), { ...report, next: null, ended: "all" } as Training, on(1));
  expect(set(kept)).toMatchObject({ games: 5, positions: 80, ended: "all" });
  expect(parseKept(JSON.stringify(kept))).toEqual(kept);
});

test("the first outcome of an exercise counts, by day", () => {
  let kept = filled(NOTHING, "a", [1, 2, 3]);
  const done = (number: number, outcome: "open" | "solved" | "helped" | "shown", day: number) => {
    kept = withOutcome(kept, set(kept), exercise(number).fen, outcome, on(day));
  };
  done(1, "open", 1);
  done(1, "solved", 1);
  done(1, "shown", 1);
  done(2, "helped", 2);
  done(3, "shown", 2);
  expect(kept.days).toEqual({
    "2026-11-01": { solved: 1, missed: 0 },
    "2026-11-02": { solved: 0, missed: 2 },
  });
  expect(statisticsOf(kept, on(2))).toEqual({ solved: 1, missed: 2, streak: 2, due: 0 });
  // Today may still come; a day left out ends it.
  expect(statisticsOf(kept, on(3)).streak).toBe(2);
  expect(statisticsOf(kept, on(4)).streak).toBe(0);
});

test("a mistake comes again after days, later the better it is known, and soon if it is missed", async () => {
  expect(await scheduleAfter(undefined, true, on(1))).toBeNull();
  let schedule = await scheduleAfter(undefined, false, on(1));
  const kept = (): Kept => ({
    ...filled(NOTHING, "a", [1]),
    mistakes: schedule ? { [exercise(1).fen]: schedule } : {},
  });
  expect(dueOf(kept(), on(1))).toEqual([]);
  const waits: number[] = [];
  let now = on(1);
  for (let times = 0; times < 4; times++) {
    const due = new Date(schedule?.due ?? 0);
    waits.push(Math.round((due.getTime() - now.getTime()) / 86_400_000));
    now = due;
    // Due all day long.
    const [morning, eve] = [new Date(now), new Date(now)];
    morning.setHours(0, 1);
    eve.setDate(eve.getDate() - 1);
    expect(dueOf(kept(), morning)).toEqual([exercise(1).fen]);
    expect(dueOf(kept(), eve)).toEqual([]);
    schedule = await scheduleAfter(schedule ?? undefined, true, now);
  }
  expect(waits[0]).toBeGreaterThanOrEqual(1);
  for (const [at, wait] of waits.slice(1).entries()) expect(wait).toBeGreaterThan(waits[at] ?? 0);
  const missed = await scheduleAfter(schedule ?? undefined, false, now);
  const wait = (new Date(missed?.due ?? 0).getTime() - now.getTime()) / 86_400_000;
  expect(wait).toBeGreaterThanOrEqual(0.99);
  expect(wait).toBeLessThan(waits.at(-1) ?? 0);
});

test("what is too much goes: old sets, mistakes due last, early days", () => {
  let kept = NOTHING;
  for (let at = 0; at < 30; at++) {
    const numbers = Array.from({ length: 40 }, (_, number) => 100 * at + number);
    kept = filled(kept, `set ${at}`, numbers);
  }
  expect(kept.sets[0]?.key).toBe("set 29");
  expect(kept.sets.length).toBeLessThanOrEqual(20);
  expect(Object.keys(kept.exercises)).toHaveLength(kept.sets.length * 40);
  const exercises: Kept["exercises"] = {};
  const mistakes: Kept["mistakes"] = {};
  for (let number = 0; number < 1500; number++) {
    exercises[exercise(number).fen] = exercise(number);
    mistakes[exercise(number).fen] = { due: new Date(2026, 0, 1 + number).toISOString() };
  }
  const days = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [dayOf(new Date(2025, 0, 1 + at)), { solved: 1, missed: 0 }]),
  );
  const less = bounded({ version: 1, exercises, sets: [], mistakes, days });
  expect(Object.keys(less.mistakes)).toHaveLength(1000);
  expect(exercise(0).fen in less.mistakes && !(exercise(1400).fen in less.mistakes)).toBe(true);
  expect(Object.keys(less.days)).toHaveLength(400);
  // A set that goes takes its exercises, except those that are mistakes.
  const one = {
    ...filled(NOTHING, "a", [1, 2]),
    mistakes: { [exercise(2).fen]: { due: on(1).toISOString() } },
  };
  expect(Object.keys(withoutSet(one, "a").exercises)).toEqual([exercise(2).fen]);
});

test("a file adds to what is there", () => {
  const due = (day: number) => ({ due: on(day).toISOString(), last_review: on(day).toISOString() });
  const here: Kept = {
    ...filled(NOTHING, "a", [1], on(3)),
    mistakes: { [exercise(1).fen]: due(9) },
    days: { "2026-11-01": { solved: 5, missed: 0 } },
  };
  const there: Kept = {
    ...filled(filled(NOTHING, "a", [1, 2], on(1)), "b", [3], on(2)),
    mistakes: { [exercise(1).fen]: due(4), [exercise(3).fen]: due(5) },
    days: { "2026-11-01": { solved: 1, missed: 1 }, "2026-11-02": { solved: 2, missed: 0 } },
  };
  const both = merged(here, there);
  expect(both.sets.map(({ key, fens }) => [key, fens.length])).toEqual([
    ["a", 1],
    ["b", 1],
  ]);
  expect(both.mistakes[exercise(1).fen]).toEqual(due(9));
  expect(exercise(3).fen in both.mistakes).toBe(true);
  expect(both.days).toEqual({
    "2026-11-01": { solved: 5, missed: 0 },
    "2026-11-02": { solved: 2, missed: 0 },
  });
  expect(merged(here, NOTHING)).toEqual(here);
});

test("a file with a damaged set or exercise is nothing", () => {
  const kept = filled(NOTHING, "a", [1]);
  const damaged = (damage: (kept: Kept) => void) => {
    const copy = JSON.parse(JSON.stringify(kept)) as Kept;
    damage(copy);
    return parseKept(JSON.stringify(copy));
  };
  expect(damaged(() => undefined)).toEqual(kept);
  const [fen] = set(kept).fens as [string];
  for (const damage of [
    (kept: Kept) => Object.assign(kept.exercises[fen] ?? {}, { solution: [] }),
    (kept: Kept) => Object.assign(kept.exercises[fen] ?? {}, { solution: [{ uci: "e2e4" }] }),
    (kept: Kept) => Object.assign(kept.exercises[fen] ?? {}, { game: {} }),
    (kept: Kept) => Object.assign(set(kept), { attempts: [] }),
    (kept: Kept) => Object.assign(set(kept), { attempts: [{ played: [1], wrong: [] }] }),
    (kept: Kept) => Object.assign(set(kept), { fens: ["x"] }),
    (kept: Kept) => Object.assign(set(kept), { title: null }),
  ]) {
    expect(damaged(damage)).toBeNull();
  }
});

test.each([
  "",
  "nonsense",
  "null",
  "[]",
  "{}",
  '{"version":2,"exercises":{},"sets":[],"mistakes":{},"days":{}}',
  '{"version":1,"exercises":{"x":{}},"sets":[],"mistakes":{},"days":{}}',
  '{"version":1,"exercises":{},"sets":[{"key":"a","place":0,"fens":["x"],"attempts":[],"counted":[],"rejected":[]}],"mistakes":{},"days":{}}',
  '{"version":1,"exercises":{},"sets":[],"mistakes":{"x":{"due":"soon"}},"days":{}}',
  '{"version":1,"exercises":{},"sets":[],"mistakes":{},"days":{"2026-11-01":3}}',
])("%s is nothing that was kept", (text) => {
  expect(parseKept(text)).toBeNull();
});
