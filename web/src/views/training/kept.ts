/** What training keeps: sets of exercises with their attempts, mistakes that come again, and a diary. Pure functions. */

import type { Exercise, Training } from "../../api/client";
import { areNumbers, areTexts, isList, isObject, isText, parsed } from "../../keep/shapes";
import { type Attempt, NEW_ATTEMPT, type Outcome, outcomeOf } from "./solving";

/** When a mistake comes again, as the scheduling library has it, with its dates as ISO texts. */
export interface Schedule {
  due: string;
  [field: string]: unknown;
}

/** An exercise; one of the user's own games has no game in the index. */
export interface KeptExercise extends Exercise {
  isOwn: boolean;
}

/** A game of masters, with the ply of the right move there. */
export interface Model {
  game: number;
  players: string;
  ply: number;
  san: string;
}

export interface KeptSet {
  /** The query of its address. */
  key: string;
  title: string;
  /** The exercises by their FENs, and an attempt at each. */
  fens: string[];
  attempts: Attempt[];
  /** The exercises whose first outcome is in the diary. */
  counted: string[];
  /** Which of them is on the board. */
  place: number;
  /** How many were requested. */
  wanted: number;
  /** The number of games that are searched, from the first one on: a search for more goes on there. */
  games: number;
  /** What was searched for them, and why that ended; null while it goes on. */
  positions: number;
  ended: Training["ended"];
  rejected: Training["rejected"];
  /** If it is of mistakes, games of masters in which the right move was played. */
  models?: Model[];
  /** When it was last used, in milliseconds since 1970. */
  at: number;
}

export interface Kept {
  version: 1;
  exercises: Record<string, KeptExercise>;
  /** The set last used first. */
  sets: KeptSet[];
  /** By FEN. */
  mistakes: Record<string, Schedule>;
  /** By day, `2026-11-24`. */
  days: Record<string, { solved: number; missed: number }>;
}

export const NOTHING: Kept = { version: 1, exercises: {}, sets: [], mistakes: {}, days: {} };

/** The most of each. Guessed: with 1.2 kB an exercise, a quarter of what a browser keeps for a site. */
const MOST = { sets: 20, exercises: 1000, days: 400, rejected: 100 };

/** A day in the user's time zone, `2026-11-24`. */
export function dayOf(now: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export const setOf = (kept: Kept, key: string): KeptSet | undefined =>
  kept.sets.find((set) => set.key === key);

/** A set without exercises yet. */
export const newSet = (key: string, title: string, wanted: number): KeptSet => ({
  key,
  title,
  wanted,
  fens: [],
  attempts: [],
  counted: [],
  place: 0,
  games: 0,
  positions: 0,
  ended: null,
  rejected: [],
  at: 0,
});

/** Changes a set, which becomes the one last used; an unknown one is added. */
export function withSet(kept: Kept, set: KeptSet, now: Date): Kept {
  const others = kept.sets.filter(({ key }) => key !== set.key);
  return bounded({ ...kept, sets: [{ ...set, at: now.getTime() }, ...others] });
}

export const withoutSet = (kept: Kept, key: string): Kept =>
  bounded({ ...kept, sets: kept.sets.filter((set) => set.key !== key) });

/** Adds an exercise at the end of a set, once. */
export function withExercise(kept: Kept, set: KeptSet, exercise: KeptExercise, now: Date): Kept {
  if (set.fens.includes(exercise.fen)) return kept;
  const fens = [...set.fens, exercise.fen];
  const exercises = { ...kept.exercises, [exercise.fen]: exercise };
  return withSet({ ...kept, exercises }, { ...set, fens, attempts: [...set.attempts, NEW_ATTEMPT] }, now);
}

/** Adds what a search for exercises of a set reported at its end. */
export function withReport(kept: Kept, set: KeptSet, report: Training, now: Date): Kept {
  const rejected = [...set.rejected, ...report.rejected].slice(0, MOST.rejected);
  const games = report.next ?? set.games;
  const positions = set.positions + report.positions;
  const found = report.mistakes.flatMap(({ models }) => models).map(modelOf);
  const models = found.length ? { models: found } : {};
  return withSet(kept, { ...set, games, positions, rejected, ended: report.ended, ...models }, now);
}

const modelOf = ({ game, played, playedPly }: Training["mistakes"][number]["models"][number]): Model => ({
  game: game.id,
  players: `${game.white.name ?? "?"} – ${game.black.name ?? "?"}`,
  ply: playedPly,
  san: played.san,
});

/** The exercises of a set. */
export const exercisesOf = (kept: Kept, set: KeptSet): KeptExercise[] =>
  set.fens.map((fen) => kept.exercises[fen]).filter((exercise) => exercise !== undefined);

/** The outcomes of a set, in the order of its exercises. */
export const outcomesOf = (kept: Kept, set: KeptSet): Outcome[] =>
  exercisesOf(kept, set).map((exercise, place) => outcomeOf(exercise, set.attempts[place] ?? NEW_ATTEMPT));

/** Whether an outcome was found without help. */
export const isSolved = (outcome: Outcome) => outcome === "solved";

/** Enters the first outcome of an exercise of a set into the diary; later ones do not count. */
export function withOutcome(kept: Kept, set: KeptSet, fen: string, outcome: Outcome, now: Date): Kept {
  if (outcome === "open" || set.counted.includes(fen)) return kept;
  const day = dayOf(now);
  const { solved, missed } = kept.days[day] ?? { solved: 0, missed: 0 };
  const added = isSolved(outcome) ? { solved: solved + 1, missed } : { solved, missed: missed + 1 };
  const days = { ...kept.days, [day]: added };
  return withSet({ ...kept, days }, { ...set, counted: [...set.counted, fen] }, now);
}

/** The mistakes that come again by the end of today, those due longest first. */
export function dueOf(kept: Kept, now: Date): string[] {
  const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Object.entries(kept.mistakes)
    .filter(([fen, { due }]) => fen in kept.exercises && new Date(due) < end)
    .sort(([, one], [, other]) => new Date(one.due).getTime() - new Date(other.due).getTime())
    .map(([fen]) => fen);
}

export interface Statistics {
  solved: number;
  missed: number;
  /** The days in a row, up to today or yesterday, on which an exercise was done. */
  streak: number;
  due: number;
}

export function statisticsOf(kept: Kept, now: Date): Statistics {
  const days = Object.values(kept.days);
  const before = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const isActive = (days: number) => dayOf(before(days)) in kept.days;
  // Today may still come.
  const first = isActive(0) ? 0 : 1;
  let streak = 0;
  while (isActive(first + streak)) streak += 1;
  return {
    solved: days.reduce((sum, day) => sum + day.solved, 0),
    missed: days.reduce((sum, day) => sum + day.missed, 0),
    streak,
    due: dueOf(kept, now).length,
  };
}

/** Lets go what is too much: the sets used longest ago, the mistakes due last, the earliest days. */
export function bounded(kept: Kept): Kept {
  let sets = kept.sets.slice(0, MOST.sets);
  const sizeOf = (sets: KeptSet[]) => new Set(sets.flatMap(({ fens }) => fens)).size;
  while (sets.length > 1 && sizeOf(sets) > MOST.exercises / 2) sets = sets.slice(0, -1);
  const inSets = new Set(sets.flatMap(({ fens }) => fens));
  const room = Math.max(0, MOST.exercises - inSets.size);
  const mistakes = Object.entries(kept.mistakes)
    .filter(([fen]) => fen in kept.exercises)
    .sort(([, one], [, other]) => new Date(one.due).getTime() - new Date(other.due).getTime())
    .slice(0, room);
  const named = new Set([...inSets, ...mistakes.map(([fen]) => fen)]);
  return {
    version: 1,
    exercises: Object.fromEntries(Object.entries(kept.exercises).filter(([fen]) => named.has(fen))),
    sets,
    mistakes: Object.fromEntries(mistakes),
    days: Object.fromEntries(Object.entries(kept.days).sort().slice(-MOST.days)),
  };
}

const isMove = (value: unknown) => isObject(value) && areTexts(value, "uci", "san");

const isExercise = (value: unknown) =>
  isObject(value) &&
  areTexts(value, "fen", "color", "previousFen") &&
  areNumbers(value, "rating", "ply") &&
  [value.solution, value.alternatives].every((moves) => isList(moves, isMove)) &&
  (value.solution as unknown[]).length > 0 &&
  isMove(value.lastMove) &&
  isList(value.themes, isText) &&
  isList(value.interval, Number.isFinite) &&
  isObject(value.game) &&
  [value.game.white, value.game.black].every(isObject);

const isAttempt = (value: unknown) =>
  isObject(value) && isList(value.played, isText) && isList(value.wrong, isText);

/** Reads what was kept, or a file; null if it is nothing of the kind. */
export function parseKept(text: string): Kept | null {
  const kept = parsed(text);
  if (!isObject(kept) || kept.version !== 1 || !Array.isArray(kept.sets)) return null;
  const { exercises, mistakes, days } = kept;
  if (!isObject(exercises) || !isObject(mistakes) || !isObject(days)) return null;
  const isSet = (value: unknown) =>
    isObject(value) &&
    areTexts(value, "key", "title") &&
    areNumbers(value, "place", "wanted", "games", "positions", "at") &&
    isList(value.fens, (fen) => typeof fen === "string" && fen in exercises) &&
    isList(value.attempts, isAttempt) &&
    (value.attempts as unknown[]).length === (value.fens as unknown[]).length &&
    isList(value.counted, isText) &&
    isList(value.rejected, isObject);
  const isDay = (value: unknown) =>
    isObject(value) && typeof value.solved === "number" && typeof value.missed === "number";
  const isDate = (value: unknown) => isObject(value) && !Number.isNaN(Date.parse(String(value.due)));
  const isWhole =
    Object.values(exercises).every(isExercise) &&
    kept.sets.every(isSet) &&
    Object.values(days).every(isDay) &&
    Object.values(mistakes).every(isDate);
  return isWhole ? bounded(kept as unknown as Kept) : null;
}

/** Both together. Of a set, a mistake or a day that both have, the one with more in it, or the later one, stays. */
export function merged(one: Kept, other: Kept): Kept {
  const sets = new Map(one.sets.map((set) => [set.key, set]));
  for (const set of other.sets) {
    const known = sets.get(set.key);
    if (!known || known.at < set.at) sets.set(set.key, set);
  }
  const mistakes = { ...other.mistakes };
  for (const [fen, schedule] of Object.entries(one.mistakes)) {
    const known = mistakes[fen];
    const last = (of: Schedule) => Date.parse(String(of.last_review ?? of.due));
    if (!known || last(known) <= last(schedule)) mistakes[fen] = schedule;
  }
  const days = { ...other.days };
  for (const [day, done] of Object.entries(one.days)) {
    const known = days[day];
    if (!known || known.solved + known.missed < done.solved + done.missed) days[day] = done;
  }
  return bounded({
    version: 1,
    exercises: { ...other.exercises, ...one.exercises },
    sets: [...sets.values()].sort((a, b) => b.at - a.at),
    mistakes,
    days,
  });
}
