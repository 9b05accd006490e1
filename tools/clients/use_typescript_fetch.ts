/** Uses the client of openapi-generator's typescript-fetch: `use_typescript_fetch URL TOKEN`. */

import assert from "node:assert/strict";
import * as api from "./client";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FEN = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1";
const MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const PATTERN = `${"????????/".repeat(6)}?????PPP/??????K?`;
const PGN = '[White "Generated"]\n[Black "B"]\n\n1. e4 e5 1-0\n\n[White "Generated"]\n\n1. e4 Ke3 *\n';

const [basePath, accessToken] = process.argv.slice(2);
const configuration = new api.Configuration({ basePath, accessToken });
const games = new api.GamesApi(configuration);
const search = new api.SearchApi(configuration);
const positions = new api.PositionsApi(configuration);

/** Asks with a position, and with it and with what is none. */
async function both<T extends { fen: string }>(
  ask: (request: { fen: string } | { fens: string[] }) => Promise<T | { results: (T | api.Refusal)[] }>,
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
  const body = new Blob([PGN]);
  const imported = await (await games.importGames({ body })).text();
  // `ImportLineFromJSON` takes the last line, too, for one of progress, whose fields it has.
  const last = api.IngestAnswerFromJSON(JSON.parse(imported.trim().split("\n").at(-1) ?? ""));
  assert(last.done && last.games === 1 && last.rejected.length === 1);
  assert((await new api.OperationsApi(configuration).status()).games > 1);

  const similarRequest: api.SimilarRequest = {
    fen: FEN,
    limit: 3,
    distinct: "game",
    filter: { player: "Carlsen" },
    plans: true,
  };
  const found = await search.similar({ similarRequest });
  assert("hits" in found && found.hits.length === 3 && found.plans?.white.length);
  const hit = found.hits[0];
  assert(hit && hit.analysis === null && hit.explanation?.terms.length);
  assert.equal((await search.similarTo({ fen: FEN, limit: 3 })).hits.length, 3);
  await both<api.SimilarAnswer>((similarRequest) => search.similar({ similarRequest }));
  const analysed = await search.similar({ similarRequest: { fen: FEN, limit: 1, analyse: { depth: 2 } } });
  assert("hits" in analysed && analysed.hits[0]?.analysis?.depth === 2);

  const game = await games.game({ id: Number(hit.game.id) });
  assert(game.moves && game.initialFen === null);
  assert.match(`${game.white.name} ${game.black.name}`, /Carlsen/);

  const analysis = await both<api.Analysis>((fen) =>
    positions.analyse({ analyseRequest: { ...fen, depth: 3, multiPv: 2 } }),
  );
  assert(analysis.pvs.length === 2 && analysis.pvs[0]?.mate === 1 && analysis.pvs[0].cp === null);
  await both<api.DifficultyAnswer>((difficultyRequest) => positions.difficulty({ difficultyRequest }));
  for (const solution of ["d1d8", ["d1d8"]]) {
    const solved = await positions.difficulty({ difficultyRequest: { fen: MATE, solution } });
    assert("rating" in solved && solved.rating > 0);
  }
  const motifs = await both<api.MotifsAnswer>((motifsRequest) => positions.motifs({ motifsRequest }));
  assert(motifs.motifs.length);

  const exercises = await positions.training({ trainingRequest: { player: "Carlsen", limit: 1, nodes: 1000 } });
  assert(exercises.plan === null);
  assert(exercises.exercises[0]?.solution[0]?.san && exercises.exercises[0].alternatives[0]?.san);
  const plan = await positions.training({ trainingRequest: { fen: FEN, plan: true } });
  assert(plan.plan?.fen === FEN && plan.ended === null);

  const exact = await search.positions({ positionsRequest: { fen: START } });
  assert("topGames" in exact && exact.games > 1);
  const matching = await search.positions({ positionsRequest: { pattern: PATTERN } });
  assert("hits" in matching && matching.hits[0]?.played?.san);

  assert.match(await (await games.annotate({ body })).text(), /1\. e4/);

  const error = await search.similar({ similarRequest: { fen: "nonsense" } }).catch((error: unknown) => error);
  assert(error instanceof api.ResponseError && error.response.status === 400);
  const problem = api.ProblemFromJSON(await error.response.json());
  assert(problem.status === 400);
  assert.match(problem.detail, /^fen: /);

  const own = await search.positions({ positionsRequest: { fen: START, filter: { white: "Generated" } } });
  assert("topGames" in own && own.games === 1);
  await games.removeGame({ id: Number(own.topGames[0]?.id) });
}

main();
