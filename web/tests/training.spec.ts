import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Chess } from "chessops/chess";
import { parseFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";
import { parseSan } from "chessops/san";
import { drag, EXAMPLE, expect, seen, shifted, test } from "./server";

interface Exercise {
  fen: string;
  color: string;
  solution: { uci: string; san: string }[];
  alternatives: { uci: string; san: string }[];
}

// Short searches: a busy machine, too, finds enough in the server's eight seconds.
test.beforeEach(({ page }) =>
  page.route("**/api/training", (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), nodes: 3000 }) }),
  ),
);

/** The exercises that the server makes for the page. */
async function made(page: Page): Promise<Exercise[]> {
  const answer = await page.waitForResponse("**/api/training");
  return (await answer.json()).exercises;
}

/** Plays a move by the field, which wants no coordinates. */
async function type(page: Page, san: string) {
  await page.getByLabel("Move", { exact: true }).fill(san);
  await page.keyboard.press("Enter");
}

/** A legal move that is neither the solution nor an alternative, nor mates. */
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
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Exercises from your games");
  await page.getByRole("button", { name: "Make exercises" }).click();
  await expect(page.getByRole("alert")).toHaveText("Name a player first.");
  await page.getByRole("combobox", { name: /^Player/ }).pressSequentially("carls");
  await page
    .getByRole("option", { name: /^Carlsen/ })
    .first()
    .click();
  await page.getByRole("combobox", { name: "Exercises" }).selectOption("5");
  await seen(page, "training-choice");
  const answer = made(page);
  await page.getByRole("button", { name: "Make exercises" }).click();
  await expect(page).toHaveURL(/\/training\?player=Carlsen,M&level=any&limit=5$/);
  const exercises = await answer;
  expect(exercises.length).toBeGreaterThan(1);
  const status = page.locator(".status-line");
  const [first] = exercises;
  if (!first) throw new Error("no exercise");
  await expect(status).toHaveText(/^(White|Black) to move: find the one good move\.$/);
  await expect(page.locator(".cg-wrap").first()).toHaveClass(new RegExp(`orientation-${first.color}`));
  // Wrong, of which nothing is known; the piece goes back.
  const [from, to] = other(first);
  await type(page, from + to);
  await expect(status).toHaveText(`${from} to ${to} is not it. Try again.`);
  // Wrong, of which the score is known.
  const [known] = first.alternatives;
  if (known) {
    await type(page, known.san);
    await expect(status).toHaveText(/ is not it: (#|[+−\d]).* instead of /);
  }
  await seen(page, "training-wrong");
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(status).toContainText(`Look at ${first.solution[0]?.uci.slice(0, 2)}.`);
  // Right to the end; the opponent replies.
  for (const [ply, { san }] of first.solution.entries()) {
    if (ply % 2) await expect(status).toContainText(`${san} was the reply`);
    else await type(page, san);
  }
  await expect(status).toHaveText("Right, solved.");
  await expect(page.locator("div.solved")).toContainText(/Difficulty \d+ \(\d+ to \d+\)/);
  await expect(
    page.getByRole("button", { name: /^Exercise 1, rating \d+, solved, not at once$/ }),
  ).toBeVisible();
  await seen(page, "training-solved");
  // The others: one at once, by the solution, the rest shown.
  await page.getByRole("button", { name: "Next exercise" }).click();
  await expect(page.getByRole("application")).toBeFocused();
  const second = exercises[1] as Exercise;
  for (const [ply, { san }] of second.solution.entries()) {
    if (ply % 2) await expect(status).toContainText(`${san} was the reply`);
    else await type(page, san);
  }
  await expect(page.getByText(`2 of ${exercises.length} done, 1 solved at once`)).toBeVisible();
  for (const _ of exercises.slice(2)) {
    await page.getByRole("button", { name: "Next exercise" }).click();
    await page.getByRole("button", { name: "Show the solution" }).click();
    await expect(status).toHaveText("This is the solution.");
  }
  await expect(
    page.getByText(`${exercises.length} of ${exercises.length} done, 1 solved at once`),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Next exercise" })).toHaveCount(0);
  expect(await shifted(page)).toBeLessThan(0.01);
  // As PGN, of which every move is legal.
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
  // The game it is from.
  await page.locator("div.solved a").click();
  await expect(page).toHaveURL(/\/games\/\d+\?ply=\d+/);
  await page.goBack();
  await expect(page).toHaveURL(/\/training\?player=/);
  // All is there as it was.
  await expect(
    page.getByText(`${exercises.length} of ${exercises.length} done, 1 solved at once`),
  ).toBeVisible();
});

test("by theme and level, on the board", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/training`);
  await page.getByRole("radio", { name: "A theme" }).check();
  await page.getByLabel("Motif, or pawn structure").selectOption("mateIn1");
  await page.getByRole("radio", { name: "Up to 1200" }).check();
  const answer = made(page);
  await page.getByRole("button", { name: "Make exercises" }).click();
  await expect(page).toHaveURL(/theme=mateIn1&level=1200&limit=10$/);
  const [first] = await answer;
  if (!first) throw new Error("no exercise");
  const uci = first.solution[0]?.uci ?? "";
  const turned = first.color === "black";
  const seenFrom = (square: string) =>
    turned ? "hgfedcba"["abcdefgh".indexOf(square[0] ?? "a")] + String(9 - Number(square[1])) : square;
  await drag(page, seenFrom(uci.slice(0, 2)), seenFrom(uci.slice(2, 4)));
  await expect(page.locator(".status-line")).toHaveText(/^Right/);
  await page.getByRole("link", { name: "Other exercises" }).click();
  await expect(page.getByRole("radio", { name: "A theme" })).toBeChecked();
});

test("of a position, from the search", async ({ page, carlsen }) => {
  await page.goto(`${carlsen}/?fen=${EXAMPLE}`);
  await page.getByRole("link", { name: "Exercises" }).click();
  await expect(page.getByRole("radio", { name: "A position" })).toBeChecked();
  await expect(page.getByLabel(/^FEN/)).toHaveValue(EXAMPLE.replaceAll("_", " "));
  await page.getByRole("combobox", { name: "Exercises" }).selectOption("5");
  await page.getByRole("button", { name: "Make exercises" }).click();
  await expect(page.locator(".status-line")).toHaveText(/to move: find the one good move/);
  await seen(page, "training");
});

test("nothing to solve is said", async ({ empty, page }) => {
  await page.goto(`${empty.url}/training?player=Nobody&level=any`);
  await expect(page.getByRole("heading", { name: "No exercise like that" })).toBeVisible();
  await seen(page, "training-empty");
});

test.describe("a position that cannot be", () => {
  test.use({ complaints: /422/ });
  test("has no exercises", async ({ page, carlsen }) => {
    await page.goto(`${carlsen}/training?fen=8/8/8/8/8/8/8/K7_w_-_-_0_1&level=any`);
    await expect(page.getByRole("alert")).toContainText(/king/i);
  });
});
