/** A match on the page: a game of bughouse, its clocks, and who plays. */

import { t } from "../../language/language";
import {
  type Clocks,
  clocksAfter,
  endGame,
  fallenFlag,
  isStuck,
  makeBpgn,
  newTable,
  playMove,
  SEATS,
  type Seat,
  SIDES,
  type Side,
  seatName,
  seatToMove,
  type Table,
} from "./rules";

/** Who can take a seat. */
export const PLAYERS = [
  { name: "person", label: "Person" },
  { name: "easy", label: "Engine, easy" },
  { name: "medium", label: "Engine, medium" },
  { name: "strong", label: "Engine, strong" },
] as const;
export type Player = (typeof PLAYERS)[number]["name"];

export interface Match {
  table: Table;
  /** What the clocks showed at `since`, in milliseconds; null without clocks. */
  clocks: Clocks | null;
  /** When the clocks were last read, by `performance.now()`; null while they are stopped. */
  since: number | null;
  /** Whether the match was ever started. */
  isBegun: boolean;
  players: Record<Seat, Player>;
  /** The time for each player in this match, in minutes; 0 without clocks. */
  minutes: number;
  /** The same for the next match. */
  next: number;
  talk: { seat: Seat; words: string }[];
}

export function newMatch(players: Record<Seat, Player>, minutes: number): Match {
  const full = minutes * 60_000;
  return {
    table: newTable(),
    clocks: minutes ? { A: full, a: full, B: full, b: full } : null,
    since: null,
    isBegun: false,
    players,
    minutes,
    next: minutes,
    talk: [],
  };
}

/** The time left on the clocks, negative once a flag has fallen. */
export function clocksNow({ clocks, since, table }: Match, now: number): Clocks | null {
  return clocks && since !== null && !table.outcome ? clocksAfter(table, clocks, now - since) : clocks;
}

/** Reads the clocks, and ends the match if a flag has fallen. */
export function tick(match: Match, now: number): Match {
  if (match.since === null || match.table.outcome) return match;
  const clocks = clocksNow(match, now);
  const flag = clocks && fallenFlag(clocks);
  if (!flag) return { ...match, clocks, since: now };
  // The clocks stop at the moment the flag fell.
  return {
    ...match,
    clocks: clocksNow(match, now + clocks[flag]),
    table: endGame(match.table, "time", flag),
    since: null,
  };
}

/** Starts the clocks, or starts them again. */
export const start = (match: Match): Match =>
  match.since === null ? { ...match, isBegun: true, since: performance.now() } : match;

/** Stops the clocks. */
export const pause = (match: Match): Match => ({ ...tick(match, performance.now()), since: null });

/** Ends the match by resignation. */
export function resign(match: Match, seat: Seat): Match {
  const now = tick(match, performance.now());
  return { ...now, table: endGame(now.table, "resignation", seat), since: null };
}

/** Plays a move; an illegal one changes only the clocks. */
export function move(match: Match, side: Side, uci: string): Match {
  const now = tick(match, performance.now());
  const table = playMove(now.table, side, uci, now.clocks?.[seatToMove(now.table, side)] ?? null);
  return table ? { ...now, table, since: table.outcome ? null : now.since } : now;
}

/** Clocks as they are shown: never below zero. */
export function clampClocks(clocks: Clocks): Clocks {
  const clamped = { ...clocks };
  for (const seat of SEATS) clamped[seat] = Math.max(0, clocks[seat]);
  return clamped;
}

/** Says which of the people are to move, and which have no legal move yet. */
export function turnText(table: Table, people: Seat[]): string {
  const turns = SIDES.filter((side) => people.includes(seatToMove(table, side)));
  const named = (sides: Side[]) => sides.map((side) => seatName(seatToMove(table, side))).join(", ");
  const free = turns.filter((side) => !isStuck(table.boards[side]));
  const stuck = turns.filter((side) => isStuck(table.boards[side]));
  const sentences = [
    ...(free.length ? [t("Your move: {players}.", { players: named(free) })] : []),
    ...(stuck.length
      ? [t("No move until your partner captures something: {players}.", { players: named(stuck) })]
      : []),
  ];
  return sentences.join(" ") || t("The others are to move.");
}

/** The match as BPGN, dated today. */
export function matchBpgn({ table, players, minutes }: Match): string {
  const name = (seat: Seat) => (players[seat] === "person" ? "Person" : `Tabiya, ${players[seat]}`);
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()];
  return makeBpgn(table, {
    Event: "Bughouse",
    Site: "Tabiya",
    Date: date.map((part) => String(part).padStart(2, "0")).join("."),
    WhiteA: name("A"),
    BlackA: name("a"),
    WhiteB: name("B"),
    BlackB: name("b"),
    TimeControl: minutes ? String(minutes * 60) : "-",
  });
}
