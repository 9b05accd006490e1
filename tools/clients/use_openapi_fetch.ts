/** Uses the types of openapi-typescript with openapi-fetch: `use_openapi_fetch URL TOKEN`. */

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi";

type Schemas = components["schemas"];

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FEN = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1";
const MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const PATTERN = `${"????????/".repeat(6)}?????PPP/??????K?`;
const PGN = '[White "Fetch"]\n[Black "B"]\n\n1. e4 e5 1-0\n\n[White "Fetch"]\n\n1. e4 Ke3 *\n';

const [baseUrl, token] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });

/** The data of a reply. */
async function unwrap<T>(reply: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await reply;
  assert(data !== undefined, JSON.stringify(error));
  return data;
}

/** Asks with a position, and with it and with what is none. */
async function both<T extends { fen: string }>(
  ask: (request: { fen: string } | { fens: string[] }) => Promise<T | { results: (T | Schemas["Refusal"])[] }>,
): Promise<T> {
  const single = await ask({ fen: MATE });
  assert(!("results" in single));
  const several = await ask({ fens: [MATE, "nonsense"] });
  assert("results" in several);
  const [done, refused] = several.results;
  assert(done && !("problem" in done) && done.fen === single.fen && done.fen === MATE);
  assert(refused && "problem" in refused && refused.problem.status === 400);
  assert.match(refused.problem.detail, /^fen: /);
  return single;
}

async function main() {
  const body = PGN as unknown as string;
  const bodySerializer = (text: string) => text;
  const headers = { "Content-Type": "application/x-chess-pgn" };
  const imported = await unwrap(client.POST("/api/games", { body, bodySerializer, headers, parseAs: "text" }));
  const lines: Schemas["ImportLine"][] = imported.trim().split("\n").map((line) => JSON.parse(line));
  const last = lines.at(-1);
  assert(last && "rejected" in last && last.done && last.games === 1 && last.rejected.length === 1);
  assert((await unwrap(client.GET("/api/status"))).games > 1);

  const request = { fen: FEN, limit: 3, distinct: "game", filter: { player: "Carlsen" }, plans: true } as const;
  const found = await unwrap(client.POST("/api/similar", { body: request }));
  assert("hits" in found && found.hits.length === 3 && found.plans?.white.length);
  const hit = found.hits[0];
  assert(hit && hit.analysis === null && hit.explanation?.terms.length);
  const query = { fen: FEN, limit: 3 };
  assert.equal((await unwrap(client.GET("/api/similar", { params: { query } }))).hits.length, 3);
  await both<Schemas["SimilarAnswer"]>((body) => unwrap(client.POST("/api/similar", { body })));
  const effort = { fen: FEN, limit: 1, analyse: { depth: 2 } };
  const analysed = await unwrap(client.POST("/api/similar", { body: effort }));
  assert("hits" in analysed && analysed.hits[0]?.analysis?.depth === 2);

  const game = await unwrap(client.GET("/api/games/{id}", { params: { path: { id: Number(hit.game.id) } } }));
  assert(typeof game !== "string" && game.moves && game.initialFen === null);
  assert.match(`${game.white.name} ${game.black.name}`, /Carlsen/);

  const analysis = await both<Schemas["Analysis"]>((fen) =>
    unwrap(client.POST("/api/analyse", { body: { ...fen, depth: 3, multiPv: 2 } })),
  );
  assert(analysis.pvs.length === 2 && analysis.pvs[0]?.mate === 1 && analysis.pvs[0].cp === null);
  await both<Schemas["DifficultyAnswer"]>((body) => unwrap(client.POST("/api/difficulty", { body })));
  for (const solution of ["d1d8", ["d1d8"]]) {
    const solved = await unwrap(client.POST("/api/difficulty", { body: { fen: MATE, solution } }));
    assert("rating" in solved && solved.rating > 0);
  }
  const motifs = await both<Schemas["MotifsAnswer"]>((body) => unwrap(client.POST("/api/motifs", { body })));
  assert(motifs.motifs.length);

  const exercises = await unwrap(client.POST("/api/training", { body: { player: "Carlsen", limit: 1, nodes: 1000 } }));
  assert(typeof exercises !== "string" && exercises.plan === null);
  assert(exercises.exercises[0]?.solution[0]?.san && exercises.exercises[0].alternatives[0]?.san);
  const plan = await unwrap(client.POST("/api/training", { body: { fen: FEN, plan: true } }));
  assert(typeof plan !== "string" && plan.plan?.fen === FEN && plan.ended === null);

  const exact = await unwrap(client.POST("/api/positions", { body: { fen: START } }));
  assert("topGames" in exact && exact.games > 1);
  const matching = await unwrap(client.POST("/api/positions", { body: { pattern: PATTERN } }));
  assert("hits" in matching && matching.hits[0]?.played?.san);

  const annotated = await unwrap(client.POST("/api/annotate", { body, bodySerializer, headers, parseAs: "text" }));
  assert.match(annotated, /1\. e4/);

  const { error, response } = await client.POST("/api/similar", { body: { fen: "nonsense" } });
  assert(error && response.status === 400 && error.status === 400);
  assert.match(error.detail, /^fen: /);

  const own = await unwrap(client.POST("/api/positions", { body: { fen: START, filter: { white: "Fetch" } } }));
  assert("topGames" in own && own.games === 1);
  const id = Number(own.topGames[0]?.id);
  const removed = await client.DELETE("/api/games/{id}", { params: { path: { id } } });
  assert.equal(removed.response.status, 204);
}

main();
