/** Uses the client of openapi-generator's typescript-axios: `use_typescript_axios URL TOKEN`. */

import assert from "node:assert/strict";
import { isAxiosError } from "axios";
import * as api from "./client";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FEN = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1";
const MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const PATTERN = `${"????????/".repeat(6)}?????PPP/??????K?`;
const PGN = '[White "Axios"]\n[Black "B"]\n\n1. e4 e5 1-0\n\n[White "Axios"]\n\n1. e4 Ke3 *\n';

const [basePath, accessToken] = process.argv.slice(2);
const configuration = new api.Configuration({ basePath, accessToken });
const games = new api.GamesApi(configuration);
const search = new api.SearchApi(configuration);
const positions = new api.PositionsApi(configuration);

/** Asks with a position, and with it and with what is none. */
async function both<T extends { fen: string }>(
  ask: (request: { fen: string } | { fens: string[] }) => Promise<{ data: T | { results: (T | api.Refusal)[] } }>,
): Promise<T> {
  const { data: single } = await ask({ fen: MATE });
  assert(!("results" in single));
  const { data: several } = await ask({ fens: [MATE, "nonsense"] });
  assert("results" in several);
  const [done, refused] = several.results;
  assert(done && !("problem" in done) && done.fen === single.fen && done.fen === MATE);
  assert(refused && "problem" in refused && refused.problem.status === 400);
  assert.match(refused.problem.detail, /^fen: /);
  return single;
}

async function main() {
  // The type of a body of bytes is `File`, which is in the global scope of Node 20 and browsers.
  const body = new File([PGN], "games.pgn");
  const imported: unknown = (await games.importGames(body)).data;
  const last: api.ImportLine = JSON.parse(String(imported).trim().split("\n").at(-1) ?? "");
  assert("rejected" in last && last.done && last.games === 1 && last.rejected.length === 1);
  assert((await new api.OperationsApi(configuration).status()).data.games > 1);
  const annotated: unknown = (await games.annotate(body, true, 2)).data;
  assert.match(String(annotated), /%eval/);

  const request: api.SimilarRequest = {
    fen: FEN,
    limit: 3,
    distinct: "game",
    filter: { player: "Carlsen" },
    plans: true,
  };
  const { data: found } = await search.similar(request);
  assert("hits" in found && found.hits.length === 3 && found.plans?.white.length);
  const hit = found.hits[0];
  assert(hit && hit.analysis === null && hit.explanation?.terms.length);
  assert.equal((await search.similarTo(FEN, 3)).data.hits.length, 3);
  await both<api.SimilarAnswer>((request) => search.similar(request));
  const { data: analysed } = await search.similar({ fen: FEN, limit: 1, analyse: { depth: 2 } });
  assert("hits" in analysed && analysed.hits[0]?.analysis?.depth === 2);

  const { data: game } = await games.game(Number(hit.game.id));
  assert(game.moves && game.initialFen === null);
  assert.match(`${game.white.name} ${game.black.name}`, /Carlsen/);

  const analysis = await both<api.Analysis>((fen) => positions.analyse({ ...fen, depth: 3, multiPv: 2 }));
  assert(analysis.pvs.length === 2 && analysis.pvs[0]?.mate === 1 && analysis.pvs[0].cp === null);
  await both<api.DifficultyAnswer>((request) => positions.difficulty(request));
  for (const solution of ["d1d8", ["d1d8"]]) {
    const { data: solved } = await positions.difficulty({ fen: MATE, solution });
    assert("rating" in solved && solved.rating > 0);
  }
  assert((await both<api.MotifsAnswer>((request) => positions.motifs(request))).motifs.length);

  const { data: exercises } = await positions.training({ player: "Carlsen", limit: 1, nodes: 1000 });
  assert(exercises.plan === null);
  assert(exercises.exercises[0]?.solution[0]?.san && exercises.exercises[0].alternatives[0]?.san);
  const { data: plan } = await positions.training({ fen: FEN, plan: true });
  assert(plan.plan?.fen === FEN && plan.ended === null);

  const { data: exact } = await search.positions({ fen: START });
  assert("topGames" in exact && exact.games > 1);
  const { data: matching } = await search.positions({ pattern: PATTERN });
  assert("hits" in matching && matching.hits[0]?.played?.san);

  const error = await search.similar({ fen: "nonsense" }).catch((error: unknown) => error);
  assert(isAxiosError<api.Problem>(error) && error.response?.status === 400);
  const problem = error.response.data;
  assert(problem.status === 400 && problem.field === "fen");
  assert.match(problem.detail, /^fen: /);

  const { data: own } = await search.positions({ fen: START, filter: { white: "Axios" } });
  assert("topGames" in own && own.games === 1);
  await games.removeGame(Number(own.topGames[0]?.id));
}

main();
