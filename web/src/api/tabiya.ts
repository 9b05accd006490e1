/**
 * A client of Tabiya, typed by its OpenAPI document: a function for the client, and functions for its answers.
 *
 * The page asks with it, and `clients/typescript` publishes it with the types, `openapi.ts` and `renamed.ts`: these
 * three files are under MIT or Apache-2.0, unlike the rest of the page.
 */

import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./openapi.js";
import type { RenamedSchemas } from "./renamed.js";

export type { components, paths };

/** The requests and answers, by their names in the document. */
export type Schemas = components["schemas"] & RenamedSchemas;

/** A client with a method for each method of HTTP, of which the routes, fields and answers are known. */
export type Tabiya = Client<paths>;

/** The most positions in one request. */
export const MOST_FENS = 64;

/** The longest time that a client waits before it asks again, in seconds. Guessed. */
const MOST_PAUSE = 60;

export const NO_ANSWER = "The server does not answer.";

/** Of an answer that is PGN, say. */
const NOT_JSON = 'The answer is not JSON: send Accept: application/json, or read it with parseAs: "text".';

/**
 * Why there is no answer: the status and the server's sentence, or status 0 if no server answered; after how many
 * seconds a busy server asks to try again; the field of the request that is missing or wrong; and what it is, for
 * programs, such as `missingField`.
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly wait: number | null = null,
    readonly field: string | null = null,
    readonly code: Schemas["Problem"]["code"] | null = null,
  ) {
    super(detail);
  }
}

export interface Options {
  /** The server's token or a key: to import and remove games, for snapshots, and on a private server for everything. */
  token?: string;
  /** How often a busy server (429, 503) is asked again, after the seconds that it names; 3 by default. */
  retries?: number;
}

/** A client of the server at this address; on a page of that server it is "". */
export function createTabiya(baseUrl: string, { token, retries = 3 }: Options = {}): Tabiya {
  return createClient<paths>({
    baseUrl,
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    fetch: (request) => patiently(request, retries),
  });
}

/** Sends a request, and sends it again if the server is busy; but not games, of which there may be very many. */
async function patiently(request: Request, retries: number): Promise<Response> {
  const isSmall = !request.body || request.headers.get("Content-Type") === "application/json";
  for (let left = isSmall ? retries : 0; ; left--) {
    // `fetch` is looked up for each request, so that a test can replace it.
    if (left <= 0) return fetch(request);
    const response = await fetch(request.clone());
    const seconds = retryAfter(response) ?? 1;
    if (![429, 503].includes(response.status) || seconds > MOST_PAUSE) return response;
    request.signal.throwIfAborted();
    await response.body?.cancel();
    await pause(seconds, request.signal);
  }
}

/** Waits, unless the signal ends that before: then it fails with the signal's reason. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, 1000 * seconds);
    function stop() {
      clearTimeout(timer);
      reject(signal.reason);
    }
    signal.addEventListener("abort", stop);
  });
}

function retryAfter(response: Response): number | null {
  const seconds = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  return Number.isNaN(seconds) ? null : seconds;
}

/** What a method of a client promises. */
export type Reply<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/** The answer to a request with `fen`. */
export type One<T> = Exclude<T, { results: unknown }>;

/** The answer of a reply; fails with a `Problem`, or as `fetch` does if the request was aborted by this signal. */
export async function answer<T>(reply: Reply<T>, signal?: AbortSignal): Promise<One<T>> {
  return (await unwrap(reply, signal)) as One<T>;
}

async function unwrap<T>(reply: Reply<T>, signal?: AbortSignal): Promise<T> {
  const { data, error, response } = await reply.catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Problem(0, error instanceof SyntaxError ? NOT_JSON : NO_ANSWER);
  });
  if (response.ok) return data as T;
  // A proxy may answer with something else.
  const { detail, field, code } = (error ?? {}) as Partial<Schemas["Problem"]>;
  throw new Problem(
    response.status,
    detail ?? `The server answered ${response.status}.`,
    retryAfter(response),
    field,
    code,
  );
}

/** An answer, or a refusal, to one of several `fens`. */
export type Outcome<T> = T extends { results: (infer R)[] } ? R : never;

/** The answers of a reply to a request with `fens`, in their order; fails like `answer`. */
export async function results<T>(reply: Reply<T>, signal?: AbortSignal): Promise<Outcome<T>[]> {
  return ((await unwrap(reply, signal)) as { results: Outcome<T>[] }).results;
}

/**
 * An answer or a `Refusal` for each of many positions, in their order. They are asked for 64 at a time, when they are
 * needed; those for which the server had no time are asked for again.
 *
 * @param ask the request for some of them, e.g. `(fens) => tabiya.POST("/api/motifs", { body: { fens } })`
 */
export async function* answers<T>(
  fens: Iterable<string>,
  ask: (fens: string[]) => Reply<T>,
): AsyncGenerator<Outcome<T>, void> {
  let batch: string[] = [];
  for (const fen of fens) {
    batch.push(fen);
    if (batch.length < MOST_FENS) continue;
    yield* await patientResults(batch, ask);
    batch = [];
  }
  if (batch.length) yield* await patientResults(batch, ask);
}

/** The answers to some positions; those for which the server had no time are asked for again. */
async function patientResults<T>(fens: string[], ask: (fens: string[]) => Reply<T>): Promise<Outcome<T>[]> {
  const done = await results(ask(fens));
  let late = unfinished(done);
  while (late.length) {
    const again = await results(ask(late.map((place) => fens[place] as string)));
    for (const [i, place] of late.entries()) done[place] = again[i] as Outcome<T>;
    late = unfinished(again).map((i) => late[i] as number);
  }
  return done;
}

/** The places of those for which the server had no time, if it had time for others: it is worth asking again. */
function unfinished(outcomes: unknown[]): number[] {
  const isLate = (place: number) => (outcomes[place] as Partial<Schemas["Refusal"]>).problem?.status === 503;
  const late = [...outcomes.keys()].filter(isLate);
  return late.length < outcomes.length ? late : [];
}

/** The parameters of a list of games: a filter, `limit`, and `after`, the id of the game before the first one. */
export type GamesQuery = NonNullable<paths["/api/games"]["get"]["parameters"]["query"]>;

/**
 * Returns a page of all games, or of those that pass a filter, without their moves. To get the next page, send the
 * `next` of this page as `after`. Fails like `answer`.
 */
export async function games(
  tabiya: Tabiya,
  query: GamesQuery = {},
  signal?: AbortSignal,
): Promise<Schemas["GamesAnswer"]> {
  // Without it the answer is PGN.
  const headers = { Accept: "application/json" };
  const page = await answer(tabiya.GET("/api/games", { params: { query }, headers, signal }), signal);
  return page as Schemas["GamesAnswer"];
}

/**
 * Imports games: PGN of any size, plain or compressed. If the import ends early, what was read by then is stored, and
 * the problem says why.
 *
 * @param onProgress receives what the server has stored, about twice a second; browsers read it only after all is sent
 */
export async function importGames(
  tabiya: Tabiya,
  games: Blob | string,
  {
    fromMove,
    collection,
    variations,
    keepLegal,
    contained,
    onProgress,
  }: {
    fromMove?: number;
    collection?: string;
    variations?: boolean;
    keepLegal?: boolean;
    contained?: "keep" | "skip" | "replace";
    onProgress?: (progress: Schemas["IngestProgress"]) => void;
  } = {},
): Promise<Schemas["IngestAnswer"]> {
  const reply = tabiya.POST("/api/games", {
    params: { query: { fromMove, collection, variations, keepLegal, contained } },
    body: games as string,
    bodySerializer: (games: unknown) => games,
    headers: { "Content-Type": "application/x-chess-pgn" },
    parseAs: "stream",
  });
  return imported(reply, onProgress);
}

/**
 * Fetches the games of a player of lichess or chess.com; after the first time only those that are new. If the fetch ends
 * early, the games that had come are stored, and the problem says why; the next one goes on.
 *
 * @param onProgress receives what the server has stored, about twice a second
 * @param signal ends the fetch
 */
export async function fetchGames(
  tabiya: Tabiya,
  body: Pick<Schemas["FetchRequest"], "site" | "name"> & Partial<Schemas["FetchRequest"]>,
  {
    onProgress,
    signal,
  }: { onProgress?: (progress: Schemas["IngestProgress"]) => void; signal?: AbortSignal } = {},
): Promise<Schemas["IngestAnswer"]> {
  return imported(tabiya.POST("/api/fetch", { body, signal, parseAs: "stream" }), onProgress, signal);
}

/** The result of an import, of the lines of its answer; fails like `answer`. */
async function imported<T>(
  reply: Reply<T>,
  onProgress?: (progress: Schemas["IngestProgress"]) => void,
  signal?: AbortSignal,
): Promise<Schemas["IngestAnswer"]> {
  const reader = ((await unwrap(reply, signal)) as ReadableStream<BufferSource>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = "";
  for (;;) {
    const { done, value = "" } = await reader.read().catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new Problem(0, NO_ANSWER);
    });
    text += value;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const report: Schemas["ImportLine"] = JSON.parse(line);
      if (!("error" in report)) onProgress?.(report);
      else if (report.done) return report;
      else throw new Problem(200, `${report.error} ${report.games} games are imported.`);
    }
    if (done) throw new Problem(0, "The server did not report what it imported.");
  }
}
