/** 200 calls over both transports, each compared with what the HTTP API says: `calls.mjs TABIYA INDEX URL`. */

import assert from "node:assert/strict";
import { connect, positions } from "./clients.mjs";

const [tabiya, index, url] = process.argv.slice(2);
const clients = await connect(tabiya, index, url);

/** The most bytes of an answer. */
const LONGEST = 6000;

async function get(path) {
  const reply = await fetch(url + path);
  assert.equal(reply.status, 200, path);
  return reply.json();
}

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  assert.equal(reply.status, 200, `${path} ${JSON.stringify(body)}`);
  return reply.json();
}

/** A game as a source. */
const source = (game) => ({
  id: game.id,
  path: `/games/${game.id}`,
  white: game.white.name,
  whiteRating: game.white.rating,
  black: game.black.name,
  blackRating: game.black.rating,
  event: game.event,
  year: game.date === null ? null : Number(game.date.slice(0, 4)),
  result: game.result,
  variationPly: game.variationPly,
});

const similar = (hit) => ({
  fen: hit.fen,
  score: Math.round(hit.score * 100) / 100,
  identical: hit.identical,
  ply: hit.ply,
  played: hit.played?.san ?? null,
  summary: hit.summary,
  game: source(hit.game),
});

/** What each tool must say, of the same facts by the API. Lists in an answer may be cut, and are then shorter. */
const TOOLS = {
  similar_positions: async ({ limit = 5, ...rest }) => {
    const { fen, games, positions, passed, hits } = await post("/api/similar", { limit, ...rest });
    return { fen, games, positions, passed, hits: hits.map(similar) };
  },
  explorer: async ({ fen, filter }) => {
    const player = filter?.player;
    const query = new URLSearchParams({ fen, moves: 8, topGames: 3, recentGames: 3, ...filter });
    const found = await get(`${player ? "/player" : "/masters"}?${query}`);
    const games = (found.topGames ?? found.recentGames).map(async ({ id, uci }) => ({
      uci,
      game: source(await get(`/api/games/${id}`)),
    }));
    const { white, draws, black, opening } = found;
    const moves = found.moves.map((move) => ({
      uci: move.uci,
      san: move.san,
      white: move.white,
      draws: move.draws,
      black: move.black,
      averageRating: move.averageRating ?? null,
      game: move.game ? Number(move.game.id) : null,
    }));
    return { fen: (await post("/api/motifs", { fen })).fen, opening, white, draws, black, moves, games: await Promise.all(games) };
  },
  plans: async (request) => {
    const { fen, plans, hits } = await post("/api/similar", { ...request, limit: 3, plans: true });
    const { structures } = await post("/api/motifs", { fen });
    const [white, black] = [plans.white.slice(0, 8), plans.black.slice(0, 8)];
    return { fen, games: plans.games, white, black, structures, sources: hits.map(similar) };
  },
  motifs: async (request) => {
    const { fen, opening, structures, motifs } = await post("/api/motifs", request);
    const plain = motifs.map(({ kind, color, moves, text }) => ({ kind, color, moves: moves.map((m) => m.san), text }));
    const chances = plain.filter((motif) => motif.moves.length);
    return { fen, opening, structures, motifs: [...chances, ...plain.filter((motif) => !motif.moves.length)] };
  },
  analyse: async (request) => {
    const { fen, engine, depth, nodes, pvs } = await post("/api/analyse", request);
    const line = ({ moves, san, cp, mate }) => ({
      uci: moves.split(" ")[0],
      san: san.split(" ").slice(0, 16).join(" "),
      cp,
      mate,
    });
    return { fen, engine, depth, nodes, pvs: pvs.map(line) };
  },
  difficulty: async (request) => {
    const { fen, best, rating, interval, why } = await post("/api/difficulty", request);
    return { fen, best: best.san, rating, interval, why };
  },
  exercises: async (request) => {
    const { ended, exercises, mistakes } = await post("/api/training", request);
    const plain = exercises.map((exercise) => ({
      fen: exercise.fen,
      color: exercise.color,
      lastMove: exercise.lastMove.san,
      solution: exercise.solution.map((move) => move.san),
      cp: exercise.cp,
      mate: exercise.mate,
      rating: exercise.rating,
      themes: exercise.themes,
      played: exercise.played?.san ?? null,
      ply: exercise.ply,
      game: source(exercise.game),
      mistake: exercise.mistake,
    }));
    const kinds = mistakes.map(({ kind, count, cost, models, modelsShortfall }) => ({
      kind,
      count,
      cost,
      models: models.map((model) => ({
        mistakeFen: model.mistakeFen,
        best: model.best.san,
        fen: model.fen,
        played: model.played.san,
        playedPly: model.playedPly,
        game: source(model.game),
      })),
      modelsShortfall,
    }));
    return { ended, exercises: plain, mistakes: kinds };
  },
  game: async ({ id, ply = 0 }) => {
    const game = await get(`/api/games/${id}`);
    const { opening, plies } = game;
    return { game: source(game), opening, plies, ply, moves: game.moves.split(" ").slice(ply) };
  },
  collections: () => get("/api/collections"),
};

/** An answer without what only says that it is short; moves of games without their numbers. */
function facts(name, answer) {
  const { leftOut, shortfall, ...rest } = answer;
  if (name === "motifs" || name === "difficulty") {
    assert.match(rest.source, /^computed from the position by Tabiya/);
    delete rest.source;
  }
  if (name === "game") {
    assert.match(rest.fen, /^\S+ [wb] /);
    delete rest.fen;
    rest.moves = rest.moves.flatMap((move) => move.split(" ").slice(1));
  }
  return rest;
}

let calls = 0;
let largest = 0;
let cut = 0;

/** Calls a tool and compares, over one transport after the other. */
async function check(name, request) {
  const client = Object.values(clients)[calls % 2];
  calls += 1;
  const result = await client.callTool({ name, arguments: request });
  const about = `${name} ${JSON.stringify(request)}`;
  assert(!result.isError, `${about}: ${JSON.stringify(result.content)}`);
  const bytes = Buffer.byteLength(JSON.stringify(result));
  largest = Math.max(largest, bytes);
  assert(bytes <= LONGEST, `${about}: ${bytes} bytes`);
  const answer = result.structuredContent;
  assert.deepEqual(JSON.parse(result.content[0].text), answer, about);
  const found = facts(name, answer);
  const expected = await TOOLS[name](request);
  let missing = 0;
  for (const [field, list] of Object.entries(expected)) {
    if (!Array.isArray(list) || field === "interval") continue;
    missing += list.length - found[field].length;
    expected[field] = list.slice(0, found[field].length);
  }
  // Of a game full moves are counted, which are one half-move or two.
  const half = name === "game" ? 2 : 1;
  assert(missing >= answer.leftOut && missing <= half * answer.leftOut, `${about}: ${missing} of ${answer.leftOut}`);
  cut += answer.leftOut > 0 ? 1 : 0;
  assert.deepEqual(found, expected, about);
  return answer;
}

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const fens = positions(60);
const carlsen = { player: "Carlsen", color: "white" };
const hits = [];
for (const [number, fen] of fens.slice(0, 30).entries()) {
  const filter = [undefined, { player: "Carlsen", minRating: 2600 }, { result: "draw", since: "2010" }][number % 3];
  const { hits: found } = await check("similar_positions", { fen, ...(filter && { filter }) });
  hits.push(...found);
}
for (const fen of fens.slice(0, 10)) await check("similar_positions", { fen, limit: 10, scoring: "structure", turn: "same" });
for (const [number, fen] of [START, ...fens.slice(0, 39)].entries()) {
  await check("explorer", { fen, ...(number % 3 === 1 && { filter: carlsen }) });
}
for (const fen of fens.slice(30, 60)) await check("plans", { fen });
for (const fen of fens.slice(20, 55)) await check("motifs", { fen });
for (const [number, fen] of fens.slice(10, 24).entries()) await check("analyse", { fen, depth: 4, multiPv: [1, 3, 60][number % 3] });
for (const fen of fens.slice(24, 34)) await check("difficulty", { fen });
for (const theme of ["mateIn1", "fork", "pin"]) await check("exercises", { theme, player: "Carlsen", limit: 2 });
for (const [number, hit] of hits.slice(0, 28).entries()) {
  const ply = number % 2 ? hit.ply : 0;
  const game = await check("game", { id: hit.game.id, ply });
  if (ply) assert.equal(game.fen, hit.fen);
}
await check("collections", {});
assert.equal(calls, 201);

/** What is refused: one sentence that names the field, as the answer of the tool. */
for (const [name, request, sentence] of [
  ["motifs", {}, /^missing field `fen`$/],
  ["motifs", { fen: "nonsense" }, /^fen: "nonsense" is not a FEN/],
  ["motifs", { fen: 3 }, /^fen: "3" is not a FEN/],
  ["motifs", { fen: [START] }, /^fen: a list is not a text$/],
  ["motifs", { fen: START, limit: 3 }, /^limit: unknown field; the fields are fen$/],
  ["similar_positions", { fen: START, limit: 11 }, /^limit: 11 is out of range; it is a whole number from 1 to 10$/],
  ["similar_positions", { fen: START, turn: "left" }, /^turn: /],
  ["similar_positions", { fen: START, filter: { since: "soon" } }, /^filter\.since: /],
  ["explorer", { fen: START, play: "e2e5" }, /^play: e2e5 is not legal/],
  ["explorer", { fen: START, filter: { material: "KRkr" } }, /^filter\.material: /],
  ["plans", { fen: START, filter: { color: "white" } }, /^filter\.color: /],
  ["analyse", { fen: START, depth: 0 }, /^depth: 0 is out of range/],
  ["analyse", { fen: START, elo: 3000 }, /^elo: 3000 is out of range/],
  ["difficulty", { fen: START, solution: "e2e5" }, /^solution: /],
  ["exercises", {}, /^send fen, player or theme/],
  ["exercises", { mistakes: true }, /^send fen, player or theme/],
  ["exercises", { player: "Carlsen", kind: "missed fork" }, /^kind: it can only be used with mistakes/],
  ["exercises", { theme: "xyzzy" }, /^theme: there is no theme/],
  ["exercises", { player: "Nobody Atall" }, /^player: no games of "Nobody Atall": .*surname/],
  ["game", { id: 1000000 }, /^there is no game 1000000$/],
  ["game", { id: 1, ply: 5000 }, /^ply: 5000 is too many/],
]) {
  for (const client of Object.values(clients)) {
    const { isError, content } = await client.callTool({ name, arguments: request });
    assert(isError, `${name} ${JSON.stringify(request)}`);
    assert.match(content[0].text, sentence);
    assert.equal(content[0].text.split("\n").length, 1);
  }
}
for (const client of Object.values(clients)) {
  await assert.rejects(client.callTool({ name: "checkmate", arguments: {} }), /there is no tool "checkmate"/);
  await client.ping();
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), Object.keys(TOOLS));
  for (const { title, annotations } of tools) assert(annotations.readOnlyHint && annotations.title === title);
  await client.close();
}
console.log(`mcp: ${calls} calls, the largest answer ${largest} bytes, ${cut} cut to that`);
