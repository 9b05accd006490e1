/** What the page asks of the API. */

import { key } from "./key";
import { answer, createTabiya, NO_ANSWER, Problem, type Reply, results, type Schemas } from "./tabiya";

export { MOST_FENS, NO_ANSWER, Problem } from "./tabiya";

export type Analysis = Schemas["Analysis"];
export type BughouseRequest = Schemas["BughouseRequest"];
export type Difficulty = Schemas["DifficultyAnswer"];
export type Effort = Omit<Schemas["AnalyseRequest"], "fen" | "fens">;
export type Exact = Schemas["ExactAnswer"];
export type Exercise = Schemas["TrainingExercise"];
export type ExplorerGame = Schemas["ExplorerGame"];
export type ExplorerMove = Schemas["ExplorerMove"];
export type Explanation = Schemas["Explanation"];
export type FilterRequest = Schemas["FilterRequest"];
export type Game = Schemas["GameAnswer"];
export type GameHeader = Schemas["GameHeader"];
export type Hit = Schemas["Hit"];
export type Motif = Schemas["Motif"];
export type Motifs = Schemas["MotifsAnswer"];
export type NextMove = Schemas["NextMove"];
export type NextMoves = Schemas["NextMoves"];
export type Opening = Schemas["Opening"];
export type Player = Schemas["Player"];
export type PlayerGames = Schemas["PlayerGames"];
export type PlayerRecord = Schemas["PlayerRecord"];
export type PlayerScore = Schemas["PlayerScore"];
export type Puzzle = Schemas["PuzzleAnswer"];
export type Pv = Schemas["Pv"];
export type Report = Schemas["ReportAnswer"];
export type ReportMistake = Schemas["ReportMistake"];
export type Similar = Schemas["SimilarAnswer"];
export type SimilarRequest = { fen: string } & Omit<Schemas["SimilarRequest"], "fen" | "fens">;
export type Status = Schemas["StatusAnswer"];
export type Training = Schemas["TrainingAnswer"];
/** Exercises of one source. */
export type Theme = NonNullable<Schemas["TrainingRequest"]["theme"]>;
export type TrainingRequest = (
  | { fen: string }
  | { player: string }
  | { player: string; mistakes: true; kind?: string }
  | { theme: Theme }
  | { pgn: string; player?: string }
) & {
  limit: number;
  skip?: number;
  minRating?: number;
  maxRating?: number;
};

/** What an import reports while it runs, and at its end. */
export type Progress = Schemas["IngestProgress"] & Partial<Schemas["IngestAnswer"]>;

/** The families of a score, as an explanation names them. */
export const FAMILIES = [
  "naive",
  "reachability",
  "connectivity",
  "pawns",
  "tactics",
  "material",
  "evaluation",
  "continuation",
  "idea",
  "learned",
] as const satisfies (keyof Explanation)[];
export type Family = (typeof FAMILIES)[number];

/** The number of best and of newest games of a position that are listed. */
const MOST_LISTED = 5;

const listeners = new Set<(isConnected: boolean) => void>();

/**
 * Calls a listener after each request with whether the server answered it.
 *
 * @returns a function that removes the listener
 */
export function onConnection(listener: (isConnected: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(isConnected: boolean) {
  for (const listener of listeners) listener(isConnected);
}

/** The page says itself that the server is busy. */
const client = createTabiya("", { retries: 0 });

client.use({
  onRequest({ request }) {
    const current = key();
    if (current) request.headers.set("Authorization", `Bearer ${current}`);
  },
});

const guards = new Set<(problem: Problem) => void>();

/**
 * Calls a listener when the server, a private one, requires a key, or does not accept the one it was sent.
 *
 * @returns a function that removes the listener
 */
export function onRefused(listener: (problem: Problem) => void): () => void {
  guards.add(listener);
  return () => guards.delete(listener);
}

/** Reports to the listeners whether there was an answer, or that a key is required. */
async function reported<T>(data: Promise<T>): Promise<T> {
  try {
    await data;
    notify(true);
    return data;
  } catch (error) {
    if (error instanceof Problem) {
      notify(error.status > 0);
      if (error.status === 401 || error.status === 403) for (const guard of guards) guard(error);
    }
    throw error;
  }
}

/** The answer of a reply; fails with a `Problem`, or as `fetch` does if the request was aborted. */
const unwrap = <T>(reply: Reply<T>, signal?: AbortSignal) => reported(answer(reply, signal));

export const similar = (body: SimilarRequest, signal?: AbortSignal) =>
  unwrap(client.POST("/api/similar", { body, signal }), signal);

/** The games that reached exactly a position, with a few of the best and of the newest. */
export const exact = (fen: string, filter: FilterRequest | null, signal?: AbortSignal) =>
  unwrap(
    client.POST("/api/positions", { body: { fen, filter, limit: MOST_LISTED }, signal }),
    signal,
  ) as Promise<Exact>;

/** The opening of a line: the name of its last position that has one. */
export const openingOf = (fen: string, moves: string[], signal?: AbortSignal) =>
  unwrap(
    client.GET("/lichess", {
      params: { query: { fen, play: moves.join(","), moves: 0, topGames: 0, recentGames: 0 } },
      signal,
    }),
    signal,
  ).then((answer) => answer.opening);

/** @param nodes how much the engine searches to confirm each chance; 0: all chances are named, unconfirmed */
export const motifs = (fen: string, signal?: AbortSignal, nodes?: number) =>
  unwrap(client.POST("/api/motifs", { body: { fen, nodes }, signal }), signal);

export const analyse = (fen: string, effort: Effort, signal?: AbortSignal) =>
  unwrap(client.POST("/api/analyse", { body: { fen, ...effort }, signal }), signal);

/**
 * Analyses positions in their order; null where an analysis failed.
 *
 * @param most how many are sent at a time, at most `MOST_FENS`
 */
export async function analyseAll(
  all: string[],
  effort: Effort,
  most: number,
  signal: AbortSignal,
  onAnalyses: (from: number, some: (Analysis | null)[]) => void,
) {
  for (let from = 0; from < all.length; from += most) {
    const fens = all.slice(from, from + most);
    const reply = client.POST("/api/analyse", { body: { fens, ...effort }, signal });
    const some = await reported(results(reply, signal));
    onAnalyses(
      from,
      some.map((result) => ("pvs" in result ? result : null)),
    );
  }
}

/** @param best the best line that an analysis has found; without one the server looks for it */
export const difficulty = (fen: string, best: string | null, signal?: AbortSignal) =>
  unwrap(client.POST("/api/difficulty", { body: { fen, ...(best && { best }) }, signal }), signal);

/** Reports exercises as they are made; the answer is the rest of it, without exercises. */
export const training = (
  body: TrainingRequest,
  onExercise: (exercise: Exercise) => void,
  signal: AbortSignal,
): Promise<Training> => reported(streamed(body, onExercise, signal));

async function streamed(
  body: TrainingRequest,
  onExercise: (exercise: Exercise) => void,
  signal: AbortSignal,
): Promise<Training> {
  const reply = client.POST("/api/training", { body, headers: AS_LINES, parseAs: "stream", signal });
  const stream = await answer(reply as unknown as Reply<ReadableStream<BufferSource>>, signal);
  let last: Training | null = null;
  try {
    for await (const line of lines(stream)) {
      const value = JSON.parse(line) as Training | Exercise;
      if ("exercises" in value) last = value;
      else onExercise(value);
    }
  } catch (error) {
    if (signal.aborted) throw error;
  }
  // The answer was cut off.
  if (!last) throw new Problem(0, NO_ANSWER);
  return last;
}

export type ReportRequest = Schemas["ReportBody"];

/** Reports on a player's games; with `analyse`, again and again while the engine works on them. */
export const report = (
  body: ReportRequest,
  onReport: (report: Report) => void,
  signal: AbortSignal,
): Promise<void> => reported(reports(body, onReport, signal));

async function reports(
  body: ReportRequest,
  onReport: (report: Report) => void,
  signal: AbortSignal,
): Promise<void> {
  const reply = client.POST("/api/report", { body, headers: AS_LINES, parseAs: "stream", signal });
  const stream = await answer(reply as unknown as Reply<ReadableStream<BufferSource>>, signal);
  for await (const line of lines(stream)) onReport(JSON.parse(line) as Report);
}

/** Asks for an answer in lines, each as soon as it is known. */
const AS_LINES = { Accept: "application/x-ndjson" };

/** The lines of a stream of text. */
async function* lines(stream: ReadableStream<BufferSource>): AsyncGenerator<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (text + (value ?? "")).split("\n");
    text = parts.pop() ?? "";
    for (const part of parts) if (part.trim()) yield part;
    if (done) return;
  }
}

export const players = (q: string, signal?: AbortSignal) =>
  unwrap(client.GET("/api/players", { params: { query: { q, limit: 8 } }, signal }), signal);

/** The collections of games on the server. */
export const collections = (signal?: AbortSignal) =>
  unwrap(client.GET("/api/collections", { signal }), signal);

/** How a player's games ended, by opening and structure, too. */
export const playerRecord = (name: string, signal?: AbortSignal) =>
  unwrap(client.GET("/api/players/{name}", { params: { path: { name } }, signal }), signal);

/** A position of progressive chess with a mate. */
export const puzzle = (moves: number, seed: number, signal?: AbortSignal) =>
  unwrap(client.POST("/api/progressive/puzzle", { body: { moves, seed }, signal }), signal);

/** Whether a position of progressive chess has a mate, and one if so. */
export const progressive = (fen: string, moves: number, signal?: AbortSignal) =>
  unwrap(client.POST("/api/progressive", { body: { fen, moves }, signal }), signal);

/** The move of an engine in bughouse, and its words to its partner. */
export const bughouse = (body: BughouseRequest, signal?: AbortSignal) =>
  unwrap(client.POST("/api/bughouse", { body, signal }), signal);

export const game = (id: number, signal?: AbortSignal) =>
  unwrap(client.GET("/api/games/{id}", { params: { path: { id } }, signal }), signal) as Promise<Game>;

export const pgn = (id: number) =>
  unwrap(
    client.GET("/api/games/{id}", {
      params: { path: { id } },
      headers: { Accept: "application/x-chess-pgn" },
      parseAs: "text",
    }),
  ) as Promise<string>;

/** A game with the engine's scores, marks and better lines, by a search of this many nodes for each move. */
export const annotated = (pgn: string, nodes: number) =>
  unwrap(
    client.POST("/api/annotate", {
      params: { query: { evals: true, nodes } },
      body: pgn as never,
      bodySerializer: (body) => body,
      headers: { "Content-Type": "application/x-chess-pgn" },
      parseAs: "text",
    }),
  ) as Promise<string>;

export const status = (signal?: AbortSignal) => unwrap(client.GET("/api/status", { signal }), signal);
