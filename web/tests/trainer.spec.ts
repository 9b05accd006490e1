import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, root, tabiya, test } from "./server";

/** Serves the page of a trainer's site, which has an origin of its own; returns its address. */
async function trainer(page: Page): Promise<string> {
  const types = { html: "text/html", js: "text/javascript" };
  const site = createServer((request, response) => {
    const name = /^\/(trainer\.(html|js))(\?|$)/.exec(request.url ?? "");
    if (!name?.[1]) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[name[2] as keyof typeof types] });
    response.end(readFileSync(new URL(name[1], import.meta.url)));
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  page.on("close", () => site.close());
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}/trainer.html`;
}

const FEN = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1";
const GAME =
  '[White "Pupil"]\n[Black "Other"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n';

test.describe("a trainer's site of another origin", () => {
  // An invalid FEN, and a key without the right to write.
  test.use({ complaints: /40[03]/ });
  test("lists games, finds similar positions, trains, and imports with a key", async ({ empty, page }) => {
    await empty.stop();
    empty.ingest(join(root, "data/carlsen.pgn"));
    const keys = test.info().outputPath("keys");
    const [reads, writes] = ["read", "write"].map((right) =>
      execFileSync(tabiya, ["keys", "add", right, "--rights", right, "--keys", keys], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim(),
    );
    await empty.start({ TABIYA_KEYS: keys });
    const asked: [string, number][] = [];
    page.on("response", (response) => {
      const { pathname, port } = new URL(response.url());
      if (empty.url.endsWith(`:${port}`) && response.request().method() !== "OPTIONS")
        asked.push([pathname, response.status()]);
    });
    await page.goto(`${await trainer(page)}?api=${empty.url}`);
    const part = (name: string) => page.getByLabel(name, { exact: true });

    const games = part("Games").getByRole("listitem");
    await expect(games).toHaveCount(3);
    await part("Games").getByRole("button", { name: "More" }).click();
    await expect(games).toHaveCount(6);
    expect(new Set(await games.allTextContents()).size).toBe(6);
    await games.first().getByRole("button").click();
    await expect(part("Game").locator("output")).toContainText(/Carlsen.*: [a-hNBRQKO].*/);

    await part("Position").getByLabel("FEN").fill("8/8/hello");
    await part("Position").getByRole("button", { name: "Show" }).click();
    await expect(part("Position").locator("output")).toContainText(/^malformed fen: /);
    await part("Position").getByLabel("FEN").fill(FEN);
    await part("Position").getByRole("button", { name: "Show" }).click();
    const similar = part("Similar").getByRole("listitem");
    await expect(similar).toHaveCount(5);
    await expect(similar.first()).toHaveText("1. Karjakin,Sergey – Carlsen,M, 76 %");
    await part("Similar").getByRole("button", { name: "More" }).click();
    await expect(similar).toHaveCount(10);
    await expect(similar.last()).toHaveText(/^10\. /);
    await part("Position").getByLabel("FEN").fill("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    await part("Position").getByRole("button", { name: "Show" }).click();
    await expect(part("Explorer").getByRole("listitem")).toHaveCount(3);
    await expect(part("Explorer").getByRole("listitem").first()).toHaveText(/^(e4|d4) \d+ \d+ \d+$/);

    const exercise = part("Exercise");
    const shown = exercise.locator("output");
    await exercise.getByRole("button", { name: "Next" }).click();
    await expect(shown).toHaveText(/^\S+ [wb] \S+ \S+ \d+ \d+ \d{3,4}$/);
    const first = await shown.textContent();
    await exercise.getByRole("button", { name: "Next" }).click();
    await expect(shown).not.toHaveText(first ?? "");
    await exercise.getByLabel("Move").fill("Ka9");
    await exercise.getByRole("button", { name: "Answer" }).click();
    await expect(exercise.locator("p")).toHaveText(/^No: [a-hNBRQKO]\S+\.$/);
    const solution = /No: (\S+)\./.exec((await exercise.locator("p").textContent()) ?? "")?.[1];
    await exercise.getByLabel("Move").fill(solution ?? "");
    await exercise.getByRole("button", { name: "Answer" }).click();
    await expect(exercise.locator("p")).toHaveText("Right.");

    await part("Import").getByLabel("PGN").fill(GAME);
    for (const [key, words] of [
      [reads, /^forbidden null: .*write/],
      [writes, /^game 2852 of 1$/],
    ] as const) {
      await part("Import")
        .getByLabel("Key")
        .fill(key ?? "");
      await part("Import").getByRole("button", { name: "Import" }).click();
      await expect(part("Import").locator("output")).toHaveText(words);
    }
    await expect(part("Game").locator("output")).toContainText("Pupil – Other");
    const statuses = new Map(asked.map(([path, status]) => [`${path} ${status}`, status]));
    expect([...statuses.keys()].sort()).toEqual([
      "/api/games 200",
      "/api/games 403",
      expect.stringMatching(/^\/api\/games\/\d+ 200$/),
      "/api/games/2852 200",
      "/api/similar 200",
      "/api/similar 400",
      "/api/training 200",
      "/masters 200",
      "/masters 400",
    ]);
  });
});
