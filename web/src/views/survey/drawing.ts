/** Draws the next question of a survey: a position of a game by chance, or one that was entered, and its hits. */

import { game, Problem, similar } from "../../api/client";
import { lineOf, positionOf, steps } from "../../board/chess";
import { hashOf } from "../../ui/hash";
import { type Answer, boardOf, fourOf, type Question, questionOf, randomOf, type Survey } from "./judging";

/** The plies that positions are drawn from: after the opening, and not at the very end. Guessed. */
const FIRST = 24;
const BEFORE_END = 8;

/** The most games that are drawn for one question. Guessed: short games and games that are gone are rare. */
const TRIES = 20;

/**
 * The next question, and how many games or entered queries were taken so far; no question if none is left. What was
 * answered before is asked with the same four positions, whatever games there are now.
 */
export async function draw(
  survey: Survey,
  answers: Answer[],
  games: number,
  signal: AbortSignal,
): Promise<{ question: Question | null; drawn: number }> {
  let { drawn } = survey;
  const known = new Set(survey.questions.map(({ query }) => query));
  for (let tries = 0; tries < TRIES; tries++) {
    if (survey.queries && drawn >= survey.queries.length) break;
    const query = survey.queries ? survey.queries[drawn] : await drawnOf(survey.series, drawn, games, signal);
    drawn += 1;
    if (!query || known.has(query)) continue;
    const before = answers.find((answer) => boardOf(answer.query) === boardOf(query));
    const four = before ? before.order : fourOf(query, await hitsOf(query, signal));
    if (four) return { question: questionOf(query, four, survey.rater), drawn };
  }
  return { question: null, drawn };
}

/** Similar positions with the same side to move; one more than are drawn from, as the position may be among them. */
async function hitsOf(fen: string, signal: AbortSignal): Promise<string[]> {
  const { hits } = await similar({ fen, limit: 11, turn: "same", explain: false }, signal);
  return hits.map(({ fen }) => fen);
}

/** A position of a game; null if the game is gone or too short. */
async function drawnOf(series: number, at: number, games: number, signal: AbortSignal) {
  const random = randomOf(hashOf(`${series} ${at}`));
  const id = 1 + Math.floor(random() * games);
  try {
    const drawn = await game(id, signal);
    const all = steps(lineOf(drawn.tags.FEN ?? null, drawn.moves));
    const last = all.length - 1 - BEFORE_END;
    if (last < FIRST) return null;
    const from = FIRST + Math.floor(random() * (last - FIRST + 1));
    // In an exchange or in check, what is on the board says little.
    return all.slice(from, last + 1).find(({ san }) => !/[x+]/.test(san ?? ""))?.fen ?? null;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

/** The positions of a text, a FEN a line, and the first line that is none. */
export function queriesOf(text: string): { fens: string[]; wrong: string | null } {
  const lines = text
    .split("\n")
    .map((line) => line.trim().replaceAll("_", " "))
    .filter(Boolean);
  const wrong = lines.find((line) => !positionOf(line)) ?? null;
  return { fens: lines.map((line) => steps({ fen: line, moves: [], ply: 0 })[0]?.fen ?? line), wrong };
}
