// What a trainer site does with Tabiya: lists games, shows similar positions and what was played, trains, imports.

const server = new URLSearchParams(location.search).get("api");
const part = (name) => document.querySelector(`[aria-label="${name}"]`);

/** Returns the answer as JSON, or throws its problem. */
async function ask(path, options) {
  const response = await fetch(server + path, { headers: { Accept: "application/json" }, ...options });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.detail), answer);
  return answer;
}

const post = (path, body) =>
  ask(path, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

const players = ({ white, black }) => `${white.name} – ${black.name}`;

function add(list, text, click) {
  const button = document.createElement(click ? "button" : "span");
  button.textContent = text;
  if (click) button.addEventListener("click", click);
  const item = document.createElement("li");
  item.append(button);
  list.append(item);
}

let after = 0;

async function listGames() {
  const { games, next } = await ask(`/api/games?player=carlsen&since=2010&limit=3&after=${after}`);
  for (const game of games)
    add(part("Games").querySelector("ul"), `${players(game)} ${game.result}`, () => openGame(game.id));
  after = next;
  part("Games").querySelector(".more").disabled = next === null;
}

async function openGame(id) {
  const game = await ask(`/api/games/${id}`);
  part("Game").querySelector("output").textContent = `${players(game)}, ${game.opening?.name}: ${game.moves}`;
}

/** Members of hits that the list of similar positions shows. */
const FIELDS = "rank,fen,likeness,game.id,game.white,game.black";
let offset = 0;

async function listSimilar() {
  const fen = part("Position").elements.fen.value;
  const query = new URLSearchParams({ fen, fields: FIELDS, offset: String(offset), limit: "5" });
  const { hits } = await ask(`/api/similar?${query}`);
  for (const { rank, likeness, game } of hits)
    add(
      part("Similar").querySelector("ol"),
      `${rank}. ${players(game)}, ${Math.round(100 * likeness)} %`,
      () => openGame(game.id),
    );
  offset += hits.length;
}

async function explore() {
  const query = new URLSearchParams({ fen: part("Position").elements.fen.value, moves: "3" });
  const { moves } = await ask(`/masters?${query}`);
  for (const { san, white, draws, black } of moves)
    add(part("Explorer").querySelector("ul"), `${san} ${white} ${draws} ${black}`);
}

let exercise;
const seen = [];

async function train() {
  const { exercises } = await post("/api/training", {
    player: "Carlsen",
    limit: 1,
    without: seen,
    nodes: 5000,
  });
  [exercise] = exercises;
  seen.push(exercise.fen);
  part("Exercise").querySelector("output").textContent = `${exercise.fen} ${exercise.rating}`;
  part("Exercise").querySelector("p").textContent = "";
}

function onSubmit(name, act) {
  part(name).addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await act(part(name).elements);
    } catch (error) {
      part(name).querySelector("output").textContent = `${error.code} ${error.field}: ${error.message}`;
    }
  });
}

onSubmit("Position", async () => {
  part("Position").querySelector("output").textContent = "";
  part("Similar").querySelector("ol").replaceChildren();
  part("Explorer").querySelector("ul").replaceChildren();
  offset = 0;
  await Promise.all([listSimilar(), explore()]);
});

onSubmit("Exercise", ({ move }) => {
  const isRight = move.value === exercise.solution[0].san;
  part("Exercise").querySelector("p").textContent = isRight ? "Right." : `No: ${exercise.solution[0].san}.`;
});

onSubmit("Import", async ({ key, pgn }) => {
  const answer = await ask("/api/games?collection=pupils", {
    method: "POST",
    headers: { Accept: "application/json", Authorization: `Bearer ${key.value}` },
    body: pgn.value,
  });
  const [{ first }] = answer.stored;
  part("Import").querySelector("output").textContent = `game ${first} of ${answer.games}`;
  await openGame(first);
});

part("Games").querySelector(".more").addEventListener("click", listGames);
part("Similar").querySelector(".more").addEventListener("click", listSimilar);
part("Exercise").elements.next.addEventListener("click", train);
await listGames();
