/** The client of the API, typed by its OpenAPI document. */

import createClient from "openapi-fetch";
import type { components, paths } from "./openapi";

type Schemas = components["schemas"];
export type Analysis = Schemas["Analysis"];
export type BughouseRequest = Schemas["BughouseRequest"];
export type Difficulty = Schemas["DifficultyResponse"];
export type Effort = Omit<Schemas["AnalyseRequest"], "fen" | "fens">;
export type Exercise = Schemas["TrainingExercise"];
export type Explanation = Schemas["Explanation"];
export type FilterRequest = Schemas["FilterRequest"];
export type Game = Schemas["GameResponse"];
export type GameHeader = Schemas["GameHeader"];
export type Hit = Schemas["Hit"];
export type Motif = Schemas["Motif"];
export type Motifs = Schemas["MotifsResponse"];
export type NextMove = Schemas["NextMove"];
export type NextMoves = Schemas["NextMoves"];
export type Player = Schemas["Player"];
export type PlayerGames = Schemas["PlayerGames"];
export type Puzzle = Schemas["PuzzleResponse"];
export type Pv = Schemas["Pv"];
export type Similar = Schemas["SimilarResponse"];
export type SimilarRequest = { fen: string } & Omit<Schemas["SimilarRequest"], "fen" | "fens">;
export type Status = Schemas["StatusResponse"];
export type Training = Schemas["TrainingResponse"];
/** Exercises of one source. */
export type Theme = NonNullable<Schemas["TrainingRequest"]["theme"]>;
export type TrainingRequest = (
  | { fen: string }
  | { player: string }
  | { theme: Theme }
  | { pgn: string; player?: string }
) & {
  limit: number;
  minRating?: number;
  maxRating?: number;
};

/** What an import reports while it runs, and at its end. */
export type Progress = Schemas["IngestProgress"] & Partial<Schemas["IngestResponse"]>;

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

/** The most positions in one request. */
export const MOST_FENS = 64;

/**
 * Why there is no answer: the status and the server's sentence, or status 0 if no server answered; and after how
 * many seconds a busy server asks to try again.
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly wait: number | null = null,
  ) {
    super(detail);
  }
}

export const NO_ANSWER = "The server does not answer.";

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

/** The client of all routes, typed by the document. */
const client = createClient<paths>({
  // Looked up for each request, so that a test can replace it.
  fetch: (request) => fetch(request),
});

type Reply<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/** The data of a reply; fails with a `Problem`, or as `fetch` does if the request was aborted. */
async function unwrap<T>(reply: Reply<T>, signal?: AbortSignal): Promise<T> {
  const { data, error, response } = await reply.catch((error: unknown) => {
    if (signal?.aborted) throw error;
    notify(false);
    throw new Problem(0, NO_ANSWER);
  });
  notify(true);
  if (data !== undefined) return data;
  const detail = (error as { detail?: string } | undefined)?.detail;
  const wait = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  throw new Problem(
    response.status,
    detail ?? `The server answered ${response.status}.`,
    Number.isNaN(wait) ? null : wait,
  );
}

export const similar = (body: SimilarRequest, signal?: AbortSignal) =>
  unwrap(client.POST("/api/similar", { body, signal }), signal) as Promise<Similar>;

export const motifs = (fen: string, signal?: AbortSignal) =>
  unwrap(client.POST("/api/motifs", { body: { fen }, signal }), signal) as Promise<Motifs>;

export const analyse = (fen: string, effort: Effort, signal?: AbortSignal) =>
  unwrap(client.POST("/api/analyse", { body: { fen, ...effort }, signal }), signal) as Promise<Analysis>;

/** Analyses positions in their order, up to 64 at a time; null where an analysis failed. */
export async function analyseAll(
  all: string[],
  effort: Effort,
  signal: AbortSignal,
  onAnalyses: (from: number, some: (Analysis | null)[]) => void,
) {
  for (let from = 0; from < all.length; from += MOST_FENS) {
    const fens = all.slice(from, from + MOST_FENS);
    const reply = client.POST("/api/analyse", { body: { fens, ...effort }, signal });
    const answer = await unwrap(reply, signal);
    if (!("results" in answer)) continue;
    onAnalyses(
      from,
      answer.results.map((result) => ("pvs" in result ? result : null)),
    );
  }
}

export const difficulty = (fen: string, signal?: AbortSignal) =>
  unwrap(client.POST("/api/difficulty", { body: { fen }, signal }), signal) as Promise<Difficulty>;

export const training = (body: TrainingRequest, signal?: AbortSignal) =>
  unwrap(client.POST("/api/training", { body, signal }), signal) as Promise<Training>;

export const players = (q: string, signal?: AbortSignal) =>
  unwrap(client.GET("/api/players", { params: { query: { q, limit: 8 } }, signal }), signal);

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

export const status = (signal?: AbortSignal) => unwrap(client.GET("/api/status", { signal }), signal);
