import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, inspect, Server, test } from "./server";

/** An imitation of lichess: `Ann` has two games, and of those of `Slow` one comes, and the others do not. */
async function lichess() {
  const line = (id: string, createdAt: number) => {
    const pgn = `[Site "https://lichess.org/${id}"]\n[White "Ann"]\n[Black "${id}"]\n\n1. e4 e5 1-0\n`;
    return `${JSON.stringify({ id, createdAt, pgn })}\n`;
  };
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const name = pathname.split("/").at(-1);
    if (name !== "Ann" && name !== "Slow") return response.writeHead(404).end();
    if (searchParams.get("finished") === "false" || searchParams.has("since")) return response.end();
    response.write(line(name === "Ann" ? "aaaaaaaa" : "cccccccc", 1_500_000_000_000));
    if (name === "Slow") return waiting.push(response);
    response.end(line("bbbbbbbb", 1_500_000_060_000));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const response of waiting) response.destroy();
      server.close();
    },
  };
}

test.use({ complaints: /404/ });

test("the games of a player are fetched by name", async ({ page }) => {
  const site = await lichess();
  const server = await new Server().start({ TABIYA_LICHESS_URL: site.url, TABIYA_CHESSCOM_URL: site.url });
  await page.goto(`${server.url}/import`);
  const form = page.getByRole("form", { name: "Games by name" });
  const name = form.getByLabel("Name", { exact: true });
  const rows = page.getByRole("list", { name: "Files" }).getByRole("listitem");

  // Not a name: the browser says so.
  await name.fill("no name");
  await name.press("Enter");
  expect(await name.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true);
  await expect(rows).toHaveCount(0);

  await name.fill("Ann");
  await name.press("Enter");
  await expect(name).toHaveValue("");
  await expect(rows.nth(0)).toContainText("Ann (lichess)");
  await expect(rows.nth(0)).toContainText("done");
  await expect(rows.nth(0)).toContainText("2 new games");
  await expect(page.locator(".head .games")).toHaveText("2 games");

  await form.getByLabel("Site").selectOption("chess.com");
  await name.fill("Bob");
  await form.getByRole("button", { name: "Fetch games" }).click();
  const failed = rows.nth(1);
  await expect(failed).toContainText("Bob (chess.com)");
  await expect(failed.getByRole("alert")).toContainText(/\bChess\.com\b.*\bBob\b/);
  await inspect(page, "import-by-name");

  await form.getByLabel("Site").selectOption("lichess");
  await name.fill("Slow");
  await name.press("Enter");
  const slow = rows.nth(2);
  await expect(slow).toContainText("fetching");
  await expect(slow).toContainText(/\d s so far/);
  await slow.getByRole("button", { name: "Cancel: Slow (lichess)" }).click();
  await expect(slow).toContainText("cancelled");
  // The server has given the writer back.
  await expect.poll(async () => (await (await fetch(`${server.url}/api/status`)).json()).import).toBe(null);
  await name.fill("Ann");
  await name.press("Enter");
  await expect(rows.nth(3)).toContainText("done");
  await expect(rows.nth(3)).toContainText("0 new games");
  await server.remove();
  site.close();
});
