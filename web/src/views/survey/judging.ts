/**
 * The survey: people order positions by how alike they are to another one, as in appendix B of Plut 2018. Pure
 * functions: what is drawn by a number, the answers, and their file.
 */

import { hashOf } from "../../ui/hash";

/** How many positions are ordered. Read: Plut 2018. */
const FOUR = 4;

/** A position, and those to be ordered, as they are shown; all are FENs. */
export interface Question {
  query: string;
  /** The letters A to D stand for them. */
  options: string[];
}

/** An answer: the most alike position first. */
export interface Answer {
  query: string;
  rater: string;
  order: string[];
}

export interface Survey {
  rater: string;
  /** The number by which games and positions are drawn. */
  series: number;
  count: number;
  /** The queries that were entered; null for those drawn from the games. */
  queries: string[] | null;
  /** The questions so far, the last of which is open. */
  questions: Question[];
  /** How many games, or entered queries, were taken so far. */
  drawn: number;
  /** How many questions are behind. */
  done: number;
  /** The order of the open question; empty as it was shown. */
  order: string[];
}

interface Judged {
  version: 1;
  answers: Answer[];
  survey: Survey | null;
}

export const NONE: Judged = { version: 1, answers: [], survey: null };

/** The most answers that are kept. Guessed: more than a person gives, and a third of a megabyte. */
const MOST = 1000;

/** What tells positions apart here: board and side to move. */
export const boardOf = (fen: string) => fen.split(" ").slice(0, 2).join(" ");

/** Numbers from 0 to 1 that a seed determines: mulberry32, in the public domain, by Tommy Ettinger. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A list in an order that the random numbers determine: Fisher and Yates. */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}

/** Four of the hits of a query, the same for all people, other boards than the query's; null if there are fewer. */
export function fourOf(query: string, hits: string[]): string[] | null {
  const boards = new Set([boardOf(query)]);
  const others = hits.filter((fen) => !boards.has(boardOf(fen)) && boards.add(boardOf(fen)));
  if (others.length < FOUR) return null;
  return shuffled(others.slice(0, 10), randomOf(hashOf(boardOf(query)))).slice(0, FOUR);
}

/** The question about four positions, in an order of the person's own, which says nothing of their ranks. */
export const questionOf = (query: string, four: string[], rater: string): Question => ({
  query,
  options: shuffled([...four].sort(), randomOf(hashOf(`${boardOf(query)} ${rater}`))),
});

/** A name as a column of a table may have it. */
export const raterOf = (name: string) => name.replace(/\s+/g, " ").trim();

/** Adds an answer; who judges a query again replaces the first one. */
export function withAnswer(answers: Answer[], answer: Answer): Answer[] {
  const others = answers.filter(
    ({ query, rater }) => boardOf(query) !== boardOf(answer.query) || rater !== answer.rater,
  );
  return [...others, answer].slice(-MOST);
}

/** The file that `tabiya quality --judgements` reads. */
export function fileOf(answers: Answer[]): string {
  const rows = answers.map(({ query, rater, order }) => [query, rater, order.join(";")]);
  return [["query", "rater", "order"], ...rows].map((row) => `${row.join("\t")}\n`).join("");
}

/** Moves a position to another place, among those between the ends. */
export function moved(order: string[], from: number, to: number): string[] {
  const place = Math.max(0, Math.min(order.length - 1, to));
  const rest = order.filter((_, at) => at !== from);
  return [...rest.slice(0, place), order[from] as string, ...rest.slice(place)];
}

/** Reads what the browser has kept; nothing if it is something else. */
export function parseJudged(text: string): Judged {
  try {
    const judged = JSON.parse(text || "null") as Judged | null;
    if (judged?.version !== 1 || !Array.isArray(judged.answers)) return NONE;
    const isText = (value: unknown): value is string => typeof value === "string";
    const isAnswer = ({ query, rater, order }: Answer) =>
      isText(query) && isText(rater) && Array.isArray(order) && order.every(isText);
    const isQuestion = ({ query, options }: Question) =>
      isText(query) && Array.isArray(options) && options.length === FOUR && options.every(isText);
    const { survey } = judged;
    const isSurvey =
      survey !== null &&
      isText(survey.rater) &&
      [survey.series, survey.count, survey.drawn, survey.done].every(Number.isInteger) &&
      [survey.order, survey.questions].every(Array.isArray) &&
      survey.questions.every(isQuestion);
    return { version: 1, answers: judged.answers.filter(isAnswer), survey: isSurvey ? survey : null };
  } catch {
    return NONE;
  }
}
