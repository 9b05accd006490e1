/** Names and comments of files that would turn around what stands beside them. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CARDS, EXAMPLE, expect, Server, test } from "./server";

/** A position of the search, reached by White's king. */
const GAME = `[Event "Open\u202eevil"]
[Site "Town\u2066"]
[White "Anand\u202e,V"]
[Black "גלפנד,ב"]
[Result "1-0"]
[FEN "${EXAMPLE.replaceAll("_", " ")}"]

8. O-O {good\u202e moves} Qd8 9. Rfe1 Rf8 10. Re3 Bd7 11. Ba3 g6 1-0
`;

/** Marks that change the direction of all that follows in the line. */
const OVERRIDES = /[\u202a-\u202e\u2066\u2067]/;

test("names and comments turn nothing around", async ({ page }) => {
  const server = new Server();
  const file = join(server.folder, "..", `names-${process.pid}.pgn`);
  writeFileSync(file, GAME);
  server.ingest(file, "--from-move", "0");
  await server.start();
  await page.goto(`${server.url}/?fen=${EXAMPLE}`);
  await expect(page.locator(CARDS).first()).toContainText("Anand");
  expect(await page.locator("body").innerText()).not.toMatch(OVERRIDES);
  await page.goto(`${server.url}/games/1`);
  await expect(page).toHaveTitle("Anand, V – \u2068גלפנד, ב\u2069 · Tabiya");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Anand, V 1–0 \u2068גלפנד, ב\u2069");
  // Black's name stands after the result, as it is written, though it is from right to left.
  const left = (name: string) =>
    heading.getByRole("link", { name }).evaluate((link) => link.getBoundingClientRect().x);
  expect(await left("Anand")).toBeLessThan(await left("גלפנד"));
  await expect(page.getByText("Openevil · Town")).toBeVisible();
  const comment = page.locator(".notes bdi");
  await expect(comment).toHaveText("good moves");
  expect(await page.locator("body").innerText()).not.toMatch(OVERRIDES);
  await heading.getByRole("link", { name: "Anand" }).click();
  await expect(page).toHaveTitle("Anand, V · Tabiya");
  await expect(heading).toHaveText("Anand, V");
  expect(await page.locator("body").innerText()).not.toMatch(OVERRIDES);
  await server.remove();
});
