/** What the server answers, and how it is asked: by the client that its OpenAPI document makes. */

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

/** What an import tells while it runs, and at its end. */
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
] as const satisfies (keyof Explanation)[];
export type Family = (typeof FAMILIES)[number];

/** The most positions that one request may name. */
export const MOST_FENS = 64;

/**
 * Why there is no answer: a status and the server's sentence, or status 0 where no server was heard; and after
 * how many seconds one that is busy wants to be asked again.
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

const UNHEARD = "The server does not answer.";

/** Who wants to know whether the server was heard. */
const listeners = new Set<(heard: boolean) => void>();

export function onConnectionChange(listener: (heard: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(heard: boolean) {
  for (const listener of listeners) listener(heard);
}

/** The client of all routes, typed by the document. */
const client = createClient<paths>({
  // Asked for by name each time, so that it may be replaced in a test.
  fetch: (request) => fetch(request),
});

type Asked<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/** The answer, or a `Problem`; an aborted question ends as `fetch` ends it. */
async function answered<T>(asked: Asked<T>, signal?: AbortSignal): Promise<T> {
  const { data, error, response } = await asked.catch((error: unknown) => {
    if (signal?.aborted) throw error;
    tell(false);
    throw new Problem(0, UNHEARD);
  });
  tell(true);
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
  answered(client.POST("/api/similar", { body, signal }), signal) as Promise<Similar>;

export const motifs = (fen: string, signal?: AbortSignal) =>
  answered(client.POST("/api/motifs", { body: { fen }, signal }), signal) as Promise<Motifs>;

export const analyse = (fen: string, effort: Effort, signal?: AbortSignal) =>
  answered(client.POST("/api/analyse", { body: { fen, ...effort }, signal }), signal) as Promise<Analysis>;

/** Analyses of many positions in their order, up to 64 at a time; null where there is none. */
export async function analyseAll(
  all: string[],
  effort: Effort,
  signal: AbortSignal,
  heard: (from: number, some: (Analysis | null)[]) => void,
) {
  for (let from = 0; from < all.length; from += MOST_FENS) {
    const fens = all.slice(from, from + MOST_FENS);
    const asked = client.POST("/api/analyse", { body: { fens, ...effort }, signal });
    const answer = await answered(asked, signal);
    if (!("results" in answer)) continue;
    heard(
      from,
      answer.results.map((result) => ("pvs" in result ? result : null)),
    );
  }
}

export const difficulty = (fen: string, signal?: AbortSignal) =>
  answered(client.POST("/api/difficulty", { body: { fen }, signal }), signal) as Promise<Difficulty>;

export const training = (body: TrainingRequest, signal?: AbortSignal) =>
  answered(client.POST("/api/training", { body, signal }), signal) as Promise<Training>;

export const players = (q: string, signal?: AbortSignal) =>
  answered(client.GET("/api/players", { params: { query: { q, limit: 8 } }, signal }), signal);

/** A position that has a mate of progressive chess. */
export const puzzle = (moves: number, seed: number, signal?: AbortSignal) =>
  answered(client.POST("/api/progressive/puzzle", { body: { moves, seed }, signal }), signal);

/** Whether there is a mate of progressive chess, and one if so. */
export const progressive = (fen: string, moves: number, signal?: AbortSignal) =>
  answered(client.POST("/api/progressive", { body: { fen, moves }, signal }), signal);

/** What a player of bughouse does. */
export const bughouse = (body: BughouseRequest, signal?: AbortSignal) =>
  answered(client.POST("/api/bughouse", { body, signal }), signal);

export const game = (id: number, signal?: AbortSignal) =>
  answered(client.GET("/api/games/{id}", { params: { path: { id } }, signal }), signal) as Promise<Game>;

export const pgn = (id: number) =>
  answered(
    client.GET("/api/games/{id}", {
      params: { path: { id } },
      headers: { Accept: "application/x-chess-pgn" },
      parseAs: "text",
    }),
  ) as Promise<string>;

export const status = (signal?: AbortSignal) => answered(client.GET("/api/status", { signal }), signal);

/**
 * Imports a file. Browsers hear what the server says of an import only when all is sent, so that until
 * then the share that is sent tells how far it is.
 *
 * @param sent from 0 to 1
 */
export function importGames(
  file: Blob,
  token: string | null,
  sent: (share: number) => void,
  heard: (progress: Progress) => void,
): Promise<Progress> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let read = 0;
    let last: Progress | undefined;
    const lines = () => {
      const text = request.responseText;
      for (let end = text.indexOf("\n", read); end >= 0; end = text.indexOf("\n", read)) {
        const line = text.slice(read, end);
        read = end + 1;
        if (!line.trim()) continue;
        last = JSON.parse(line) as Progress;
        heard(last);
      }
    };
    request.open("POST", "/api/games");
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = (event) => sent(event.total ? event.loaded / event.total : 0);
    request.onprogress = () => request.status === 200 && lines();
    request.onload = () => {
      if (request.status !== 200) {
        let detail = `The server answered ${request.status}.`;
        try {
          detail = JSON.parse(request.responseText).detail ?? detail;
        } catch {
          // A proxy may answer something else.
        }
        return reject(new Problem(request.status, detail));
      }
      lines();
      if (!last) return reject(new Problem(0, "The server did not say what it read."));
      resolve(last);
    };
    request.onerror = () => reject(new Problem(0, UNHEARD));
    request.send(file);
  });
}
