/** Uses the packed client: `use URL TOKEN`. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answer, answers, createTabiya, games, importGames, MOST_FENS, Problem, results, type Schemas } from "tabiya";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FEN = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1";
const MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const PGN = '[White "Packed"]\n[Black "B"]\n\n1. e4 e5 1-0\n\n[White "Packed"]\n\n1. e4 Ke3 *\n';

const [url = "", token = ""] = process.argv.slice(2);
const tabiya = createTabiya(url, { token });

/** The problem that a promise fails with. */
async function problem(promise: Promise<unknown>): Promise<Problem> {
  const error = await promise.then(
    () => assert.fail("an answer"),
    (error: unknown) => error,
  );
  assert(error instanceof Problem, String(error));
  return error;
}

// What is answered to one position has no `results` in its type.
const found = await answer(tabiya.POST("/api/similar", { body: { fen: FEN, limit: 3 } }));
assert(found.hits.length === 3 && found.hits[0]?.explanation?.terms.length);
const status: Schemas["StatusAnswer"] = await answer(tabiya.GET("/api/status"));
assert(status.games > 1);
// The names that schemas had before the first release are types, too.
const old: Schemas["StatusResponse"] = status;
const hits: Schemas["SimilarAnswer"] = found satisfies Schemas["SimilarResponse"];
assert(old.games && hits.hits.length);
assert.match(await answer(tabiya.GET("/healthz", { parseAs: "text" })), /./);

// Page by page each game once.
const listed: number[] = [];
for (let after: number | null = 0; after !== null; ) {
  const page: Schemas["GamesAnswer"] = await games(tabiya, { limit: 70, after });
  assert(page.games.length <= 70 && page.games.every((game) => game.plies > 0 && game.white.name));
  listed.push(...page.games.map((game) => game.id));
  after = page.next;
}
assert.equal(listed.length, status.games);
assert(listed.every((id, i) => i === 0 || id > (listed[i - 1] as number)));

const [mate, refused] = await results(tabiya.POST("/api/analyse", { body: { fens: [MATE, "nonsense"], depth: 3 } }));
assert(mate && "pvs" in mate && mate.pvs[0]?.mate === 1);
assert(refused && "problem" in refused && refused.problem.status === 400);

let number = 0;
const asked: number[] = [];
const many = answers([...Array(MOST_FENS).fill(MATE), "nonsense"], (fens) => {
  asked.push(fens.length);
  return tabiya.POST("/api/motifs", { body: { fens } });
});
for await (const one of many) {
  assert.equal("problem" in one, number === MOST_FENS);
  assert.equal(asked.length, number < MOST_FENS ? 1 : 2);
  number++;
}
assert.deepEqual([number, ...asked], [MOST_FENS + 1, MOST_FENS, 1]);

// Positions are taken when they are needed.
let taken = 0;
function* endless(): Generator<string> {
  for (;;) {
    taken++;
    yield MATE;
  }
}
for await (const one of answers(endless(), (fens) => tabiya.POST("/api/motifs", { body: { fens } }))) {
  assert(!("problem" in one));
  break;
}
assert.equal(taken, MOST_FENS);

// What the server had no time for is asked for again, as long as it has time for others.
const late: string[][] = [];
const busy = answers(["a", "b", "c"], async (fens) => {
  late.push(fens);
  const refusal = (fen: string) => ({ fen, problem: { status: 503 } });
  const results = fens.map((fen, i) => (i === 0 && fen !== "c" ? { fen, pvs: [] } : refusal(fen)));
  return { data: { results }, response: new Response() };
});
const refusals: boolean[] = [];
for await (const one of busy) refusals.push("problem" in one);
assert.deepEqual(refusals, [false, false, true]);
assert.deepEqual(late, [["a", "b", "c"], ["b", "c"], ["c"]]);

// A busy server is asked again.
let refusing = 2;
const server = createServer((_, response) => {
  response.writeHead(refusing-- > 0 ? 429 : 200, { "Retry-After": "0", "Content-Type": "application/json" });
  response.end('{"status":429,"detail":"too many requests"}');
}).listen(0, "127.0.0.1");
await once(server, "listening");
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
await answer(createTabiya(baseUrl).POST("/api/terms", { body: { fen: FEN } }));
assert.equal(refusing, -1);
refusing = 2;
const hasty = await problem(answer(createTabiya(baseUrl, { retries: 1 }).GET("/api/status")));
assert.deepEqual([hasty.status, hasty.wait, refusing], [429, 0, 0]);
server.close();

// While the client waits for a busy server, a signal ends the request.
const controller = new AbortController();
const busyFor = createServer((_, response) => {
  response.writeHead(503, { "Retry-After": "60", "Content-Type": "application/json" });
  response.end('{"status":503,"detail":"busy"}', () => setTimeout(() => controller.abort(new Error("too late")), 200));
}).listen(0, "127.0.0.1");
await once(busyFor, "listening");
const busyUrl = `http://127.0.0.1:${(busyFor.address() as AddressInfo).port}`;
const hangs = setTimeout(() => assert.fail("the client goes on waiting"), 20_000);
const waiting = createTabiya(busyUrl).GET("/api/status", { signal: controller.signal });
await assert.rejects(answer(waiting, controller.signal), /too late/);
clearTimeout(hangs);
busyFor.close();

const bad = await problem(answer(tabiya.POST("/api/similar", { body: { fen: "nonsense" } })));
assert.deepEqual([bad.status, bad.field, bad.code, bad.wait], [400, "fen", "malformed", null]);
assert.match(bad.message, /^fen: /);
const gone = await problem(answer(createTabiya("http://127.0.0.1:9").GET("/api/status")));
assert.equal(gone.status, 0);
assert.match(gone.message, /does not answer/);
const text = await problem(answer(tabiya.GET("/masters/pgn/{id}", { params: { path: { id: 1 } } })));
assert.match(text.message, /not JSON.*parseAs/);
const signal = AbortSignal.abort(new Error("no longer"));
await assert.rejects(answer(tabiya.GET("/api/status", { signal }), signal), /no longer/);

for (const pgn of [PGN, new Blob([PGN])]) {
  const progress: Schemas["IngestProgress"][] = [];
  const done = await importGames(tabiya, pgn, { fromMove: 5, onProgress: (line) => progress.push(line) });
  assert(done.done && done.games === 1 && done.rejected[0]?.reason.startsWith("illegal move"));
  assert(progress.every((line) => !line.done));
  const own = await answer(tabiya.POST("/api/positions", { body: { fen: START, filter: { white: "Packed" } } }));
  assert("recentGames" in own && own.recentGames.length === 1);
  const id = Number(own.recentGames[0]?.id);
  assert.equal(await answer(tabiya.DELETE("/api/games/{id}", { params: { path: { id } } })), undefined);
}
const unknown = await problem(games(tabiya, { white: "Packed" }));
assert.deepEqual([unknown.status, unknown.field, unknown.code], [422, "white", "impossible"]);
assert.equal((await problem(games(tabiya, { limit: 0 }))).field, "limit");
assert.equal((await problem(importGames(createTabiya(url), PGN))).status, 401);
assert.equal((await problem(importGames(tabiya, "nonsense"))).status, 400);
