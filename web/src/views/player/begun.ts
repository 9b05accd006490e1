/** Which players' games the engine was asked to score, so that what the server has kept is there on return. */

import { areNumbers, isList, isObject, isText, parsed } from "../../keep/shapes";

export interface Begun {
  player: string;
  /** How many games had scores. */
  games: number;
  /** Whether the engine goes on, as it was not stopped. */
  isOn: boolean;
}

/** The most players that are remembered. Guessed. */
const MOST = 50;

const isBegun = (value: unknown) =>
  isObject(value) && isText(value.player) && areNumbers(value, "games") && typeof value.isOn === "boolean";

export function parseBegun(text: string): Begun[] {
  const all = parsed(text);
  return isList(all, isBegun) ? (all as Begun[]) : [];
}

/** Remembers one more player, the last ones only. */
export const withBegun = (all: Begun[], begun: Begun): Begun[] =>
  [begun, ...all.filter(({ player }) => player !== begun.player)].slice(0, MOST);
