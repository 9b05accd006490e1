import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Chess } from "chessops/chess";
import { parseFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";
import { parseSan } from "chessops/san";
import { drag, EXAMPLE, expect, inspect, layoutShift, test } from "./server";

interface Exercise {
  fen: string;
  color: string;
  mate: number | null;
  rating: number;
  solution: { uci: string; san: string }[];
  alternatives: { uci: string; san: string }[];
}

/** The exercises of the next answer of the server, as they come. */
async function nextExercises(page: Page): Promise<Exercise[]> {
  const answer = await page.waitForResponse("**/api/training");
  const lines = (await answer.text()).trim().split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

/** What the page requests from now on, before the tests limit its effort. */
async function requestedExercises(page: Page): Promise<unknown[]> {
  const bodies: unknown[] = [];
  await page.route("**/api/training", (route) => {
    bodies.push(route.request().postDataJSON());
    return route.fallback();
  });
  return bodies;
}

/** Plays a move by its field. */
async function type(page: Page, san: string) {
  await page.getByLabel("Move", { exact: true }).fill(san);
  await page.keyboard.press("Enter");
}

/** A legal move that is neither the solution nor an alternative, and does not mate. */
function other({ fen, solution, alternatives }: Exercise): [string, string] {
  const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
  const known = [...solution.slice(0, 1), ...alternatives].map(({ uci }) => uci.slice(0, 4));
  for (const [from, all] of position.allDests()) {
    for (const to of all) {
      const name = (square: number) => "abcdefgh"[square & 7] + String((square >> 3) + 1);
      const after = position.clone();
      after.play({ from, to });
      const isPromotion = position.board.getRole(from) === "pawn" && (to < 8 || to > 55);
      if (isPromotion || after.isCheckmate() || known.includes(name(from) + name(to))) continue;
      return [name(from), name(to)];
    }
  }
  throw new Error("no other move");
}

test("a set of a player's games, solved to its end", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/training`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Exercises");
  await page.getByRole("button", { name: "Make exercises" }).click();
  await expect(page.getByRole("alert")).toHaveText("Name a player first.");
  await page.getByRole("combobox", { name: /^Player/ }).pressSequentially("carls");
  await page
    .getByRole("option", { name: /^Carlsen/ })
    .first()
    .click();
  await page.getByRole("combobox", { name: "Exercises" }).selectOption("5");
  await inspect(page, "training-choice");
  const answer = nextExercises(page);
  await page.getByRole("button", { name: "Make exercises" }).click();
  await expect(page).toHaveURL(/\/training\?player=Carlsen,M&level=any&limit=5$/);
  const exercises = await answer;
  expect(exercises.length).toBeGreaterThan(1);
  const status = page.locator(".status-line");
  const [first] = exercises;
  if (!first) throw new Error("no exercise");
  await expect(status).toHaveText(/^(White|Black) to move: find the one good move\.$/);
  await expect(page.locator(".cg-wrap").first()).toHaveClass(new RegExp(`orientation-${first.color}`));
  // A wrong move without a score; the piece goes back.
  const [from, to] = other(first);
  await type(page, from + to);
  await expect(status).toHaveText(`${from} to ${to} is not the move. Try again.`);
  // A wrong move with a score.
  const [known] = first.alternatives;
  if (known) {
    await type(page, known.san);
    await expect(status).toHaveText(/ is not the move: (#|[+−\d]).* instead of /);
  }
  await inspect(page, "training-wrong");
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(status).toContainText(`Look at ${first.solution[0]?.uci.slice(0, 2)}.`);
  // The solution, with the replies of the opponent.
  for (const [ply, { san }] of first.solution.entries()) {
    if (ply % 2) await expect(status).toContainText(`${san} was the reply`);
    else await type(page, san);
  }
  await expect(status).toHaveText("Correct: solved.");
  await expect(page.locator("div.solved")).toContainText(/Difficulty \d+ \(\d+ to \d+\)/);
  await expect(
    page.getByRole("button", { name: /^Exercise 1, rating \d+, solved, not at first try$/ }),
  ).toBeVisible();
  await inspect(page, "training-solved");
  // The second is solved at first try; the solutions of the others are shown.
  await page.getByRole("button", { name: "Next exercise" }).click();
  await expect(page.getByRole("application")).toBeFocused();
  const second = exercises[1] as Exercise;
  for (const [ply, { san }] of second.solution.entries()) {
    if (ply % 2) await expect(status).toContainText(`${san} was the reply`);
    else await type(page, san);
  }
  await expect(page.getByText(`2 of ${exercises.length} done, 1 solved at first try`)).toBeVisible();
  for (const _ of exercises.slice(2)) {
    await page.getByRole("button", { name: "Next exercise" }).click();
    await page.getByRole("button", { name: "Show the solution" }).click();
    await expect(status).toHaveText("This is the solution.");
  }
  await expect(
    page.getByText(`${exercises.length} of ${exercises.length} done, 1 solved at first try`),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Next exercise" })).toHaveCount(0);
  expect(await layoutShift(page)).toBeLessThan(0.01);
  // The PGN; every move in it is legal.
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "All as PGN" }).click();
  const games = parsePgn(readFileSync(await (await download).path(), "utf8"));
  expect(games.map(({ headers }) => headers.get("FEN"))).toEqual(exercises.map(({ fen }) => fen));
  for (const [place, game] of games.entries()) {
    const position = startingPosition(game.headers).unwrap();
    const sans = [...game.moves.mainline()].map(({ san }) => san);
    expect(sans).toEqual(exercises[place]?.solution.map(({ san }) => san));
    for (const child of game.moves.children) expect(parseSan(position, child.data.san)).toBeTruthy();
  }
  // The CSV and the notes for Anki have as many rows.
  for (const [name, headers] of [
    ["As CSV", 1],
    ["For Anki", 5],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    const rows = readFileSync(await (await download).path(), "utf8")
      .trimEnd()
      .split("\n");
    expect(rows).toHaveLength(headers + exercises.length);
  }
  // The game it is from.
  await page.locator("div.solved a").click();
  await expect(page).toHaveURL(/\/games\/\d+\?ply=\d+/);
  await page.goBack();
  await expect(page).toHaveURL(/\/training\?player=/);
  // The state is remembered.
  await expect(
    page.getByText(`${exercises.length} of ${exercises.length} done, 1 solved at first try`),
  ).toBeVisible();
});

test("by theme and level, on the board", async ({ page, carlsen }) => {
  const requests = await requestedExercises(page);
  await page.goto(`${carlsen}/training`);
  await page.getByRole("radio", { name: "A theme" }).check();
  await page.getByLabel("Motif or pawn structure").selectOption("mateIn1");
  await page.getByRole("radio", { name: "Up to 1200" }).check();
  const answer = nextExercises(page);
  await page.getByRole("button", { name: "Make exercises" }).click();
  await expect(page).toHaveURL(/theme=mateIn1&level=1200&limit=10$/);
  const exercises = await answer;
  expect(requests[0]).toEqual({ theme: "mateIn1", maxRating: 1200, limit: 10 });
  for (const { mate, rating, solution } of exercises) {
    expect([mate, solution.length, rating <= 1200]).toEqual([1, 1, true]);
  }
  const [first] = exercises;
  if (!first) throw new Error("no exercise");
  const uci = first.solution[0]?.uci ?? "";
  const turned = first.color === "black";
  const seenFrom = (square: string) =>
    turned ? "hgfedcba"["abcdefgh".indexOf(square[0] ?? "a")] + String(9 - Number(square[1])) : square;
  await drag(page, seenFrom(uci.slice(0, 2)), seenFrom(uci.slice(2, 4)));
  await expect(page.locator(".status-line")).toHaveText(/^Correct/);
  await page.getByRole("link", { name: "Other exercises" }).click();
  await expect(page.getByRole("radio", { name: "A theme" })).toBeChecked();
});

/** Two games with a missed mate, and one with an illegal move. */
const OWN = `[Event "Club"]
[White "Ann"]
[Black "Bob"]
[Result "*"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qf3 Be7 5. Ne2 O-O *

[Event "Club"]
[White "Cid"]
[Black "Ann"]
[Result "0-1"]

1. f3 e5 2. g4 d5 3. h3 Bd6 0-1

[Event "Club"]
[White "Dan"]
[Black "Eve"]
[Result "*"]

1. e4 Ke4 *
`;

test("exercises from the user's own games, without an import", async ({ empty, page }) => {
  const requests = await requestedExercises(page);
  await page.goto(`${empty.url}/training`);
  await page.getByRole("radio", { name: "My games" }).check();
  await page.getByRole("button", { name: "Make exercises" }).click();
  await expect(page.getByRole("alert")).toHaveText("Paste games first, or choose a file.");
  const file = (buffer: Buffer) => ({ name: "own.pgn", mimeType: "text/plain", buffer });
  await page.getByLabel("PGN file").setInputFiles(file(Buffer.alloc(1_100_000, "x")));
  await expect(page.getByText("That is 52 kB too much: the server accepts 1.0 MB at a time.")).toBeVisible();
  await page.getByLabel("PGN file").setInputFiles(file(Buffer.from(OWN)));
  await expect(page.getByLabel(/^PGN: exercises/)).toHaveValue(OWN);
  await expect(page.getByText("too much")).toHaveCount(0);
  await inspect(page, "training-own");
  const answer = nextExercises(page);
  await page.getByRole("button", { name: "Make exercises" }).click();
  await expect(page).toHaveURL(/\/training\?pgn=[0-9a-z]+&level=any&limit=10$/);
  const exercises = await answer;
  expect(requests[0]).toEqual({ pgn: OWN, limit: 10 });
  expect(exercises.map(({ solution }) => solution.at(-1)?.san)).toContain("Qxf7#");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("From your games");
  await page.getByText("1 game could not be read").click();
  await expect(page.getByText(/^Game 3, line \d+: .*\bKe4\b/)).toBeVisible();
  await page.getByRole("button", { name: "Show the solution" }).click();
  // The game is not in the index; its position opens in the analysis.
  await expect(page.locator("div.solved a")).toHaveAttribute("href", /^\/analysis\?fen=/);
  // The games survive a reload with what was done, and can be limited to one player.
  await page.reload();
  await expect(page.locator(".status-line")).toHaveText("This is the solution.");
  await page.getByRole("link", { name: "Other exercises" }).click();
  await page.getByLabel(/^Whose moves/).fill("Ann");
  const anns = nextExercises(page);
  await page.getByRole("button", { name: "Make exercises" }).click();
  expect((await anns).length).toBeGreaterThan(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("From your games, for Ann");
  // Another tab does not have them, but the exercises.
  const address = page.url();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(address);
  await expect(page.locator(".status-line")).toHaveText(/find the one good move/);
  await page.getByRole("link", { name: "Other exercises" }).click();
  await page.getByRole("button", { name: "Remove the set: From your games, for Ann" }).click();
  await page.goto(address);
  await expect(page.getByText("The games of this link are gone.")).toBeVisible();
});

test.describe("as many games as the server takes", () => {
  test.use({ complaints: /400/ });
  test("are measured in the form in which they are sent", async ({ empty, page }) => {
    await page.goto(`${empty.url}/training`);
    await page.getByRole("radio", { name: "My games" }).check();
    // Line ends are two bytes in JSON.
    const most = 2 ** 20 - 1000;
    const lines = (bytes: number) => `${"x".repeat(78)}\n`.repeat(bytes / 80) + "x".repeat((bytes % 80) - 2);
    const file = (text: string) => ({ name: "own.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.getByLabel("PGN file").setInputFiles(file(lines(most + 4000)));
    await expect(page.getByText("That is 4.0 kB too much")).toBeVisible();
    let requests = 0;
    page.on("request", (request) => {
      requests += Number(request.url().endsWith("/api/training"));
    });
    await page.getByRole("button", { name: "Make exercises" }).click();
    expect(requests).toBe(0);
    // The largest text that the page lets through is read.
    await page.getByLabel("PGN file").setInputFiles(file(lines(most)));
    await expect(page.getByText("too much")).toHaveCount(0);
    const answer = page.waitForResponse("**/api/training");
    await page.getByRole("button", { name: "Make exercises" }).click();
    expect((await answer).status()).toBe(400);
    await expect(page.getByRole("alert")).not.toBeEmpty();
  });
});

/** A game with a tactic after move 13, from which positions are indexed. */
const quiet = Array.from({ length: 6 }, (_, at) => `${2 * at + 1}. Nf3 Nf6 ${2 * at + 2}. Ng1 Ng8`).join(" ");
const ANNS = `[White "Ann"]\n[Black "Bob"]\n\n${quiet} 13. e4 e5 14. Bc4 Nc6 15. Qh5 Nf6 16. Qf3 *\n`;
const SHORT = '[White "Cid"]\n[Black "Dan"]\n\n1. e4 e5 2. Nf3 *\n';

/** Imports games through the page, and goes back. */
async function importGames(page: Page, games: string, result: string) {
  const file = { name: "own.pgn", mimeType: "text/plain", buffer: Buffer.from(games) };
  await page.getByLabel("PGN files").setInputFiles(file);
  await expect(page.getByText(result)).toBeVisible();
  await page.goBack();
}

test("without games nothing is requested until there are some", async ({ empty, page }) => {
  await page.goto(`${empty.url}/training?player=Ann&level=any`);
  await expect(page.getByRole("heading", { name: "No games yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Use Carlsen’s games" })).toBeVisible();
  await inspect(page, "training-no-games");
  await page.getByRole("link", { name: "Import my own" }).click();
  await importGames(page, ANNS, "1 game with 7 positions in the index");
  await expect(page.locator(".status-line")).toHaveText(/find the one good move/);
});

test.describe("a player without games", () => {
  test.use({ complaints: /422/ });
  test("is reported, and requested again when there are games", async ({ empty, page }) => {
    await page.goto(`${empty.url}/import`);
    await importGames(page, SHORT, "1 game with 0 positions in the index");
    await page.goto(`${empty.url}/training?player=Ann&level=any`);
    await expect(page.getByRole("heading", { name: "No such player" })).toBeVisible();
    await expect(page.getByText("No game in the index was played by “Ann”.")).toBeVisible();
    await inspect(page, "training-nobody");
    await page.getByRole("link", { name: "Other exercises" }).click();
    await expect(page.getByRole("combobox", { name: /^Player/ })).toHaveValue("Ann");
    await page.goBack();
    await page.getByRole("link", { name: "Import games" }).click();
    await importGames(page, ANNS, "2 games with 7 positions in the index");
    await expect(page.locator(".status-line")).toHaveText(/find the one good move/);
  });
});

test("exercises of a position, from the search", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await page.getByRole("link", { name: "Exercises" }).click();
  await expect(page.getByRole("radio", { name: "A position" })).toBeChecked();
  await expect(page.getByLabel(/^FEN/)).toHaveValue(EXAMPLE.replaceAll("_", " "));
  await page.getByRole("combobox", { name: "Exercises" }).selectOption("5");
  await page.getByRole("button", { name: "Make exercises" }).click();
  await expect(page.locator(".status-line")).toHaveText(/to move: find the one good move/);
  await inspect(page, "training");
});

test("a source without exercises is reported", async ({ empty, page }) => {
  await page.goto(`${empty.url}/training`);
  await expect(page.getByText("There are no games yet.")).toBeVisible();
  await page.getByRole("link", { name: "Import some" }).click();
  await importGames(page, SHORT, "1 game with 0 positions in the index");
  await page.goto(`${empty.url}/training?player=Dan&level=any`);
  await expect(page.getByRole("heading", { name: "No exercises found" })).toBeVisible();
  await inspect(page, "training-empty");
});

test.describe("an illegal position", () => {
  test.use({ complaints: /422/ });
  test("has no exercises", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/training?fen=8/8/8/8/8/8/8/K7_w_-_-_0_1&level=any`);
    await expect(page.getByRole("alert")).toContainText(/king/i);
  });
});
