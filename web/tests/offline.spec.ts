import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { drag, expect, test } from "./server";

/** Between the browser and the server: away or not, and with another build of the page from the same files. */
class Between {
  isAway = false;
  isOther = false;
  private readonly proxy = createServer((asked, answer) => {
    if (this.isAway) return void asked.socket.destroy();
    const { hostname, port } = new URL(this.server);
    const headers = { ...asked.headers, host: `${hostname}:${port}`, "accept-encoding": "identity" };
    const { method, url } = asked;
    const isChanged = this.isOther && (url === "/" || url === "/sw.js");
    // Whole, and not as it was before.
    if (isChanged) delete (headers as Record<string, unknown>)["if-none-match"];
    const forwarded = request({ hostname, port, method, path: url, headers }, (from) => {
      if (!isChanged) {
        answer.writeHead(from.statusCode ?? 502, from.headers);
        return void from.pipe(answer);
      }
      let text = "";
      from.on("data", (data) => {
        text += data;
      });
      from.on("end", () => {
        const { "content-length": _, etag: __, ...rest } = from.headers;
        answer.writeHead(from.statusCode ?? 502, rest);
        answer.end(text.replace("tabiya-", "tabiya-other-").replace('lang="en"', 'lang="en" data-other'));
      });
    });
    forwarded.on("error", () => answer.destroy());
    asked.pipe(forwarded);
  });
  constructor(private readonly server: string) {}
  async start(): Promise<string> {
    this.proxy.listen(0, "127.0.0.1");
    await once(this.proxy, "listening");
    return `http://127.0.0.1:${(this.proxy.address() as AddressInfo).port}`;
  }
  stop() {
    this.proxy.closeAllConnections();
    this.proxy.close();
  }
}

// What is asked of a server that is away.
test.use({ complaints: /ERR_|Failed to load/, serviceWorkers: "allow" });

const kept = (page: Page) => page.evaluate(() => caches.keys());
/** Waits until the files are kept, and the page is answered from them. */
const isReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
    }
  });

test("without its server the page opens, and does what needs none", async ({ page, carlsen }) => {
  const between = new Between(carlsen);
  const url = await between.start();
  try {
    await page.goto(`${url}/training?theme=mateIn1&level=any&limit=2`);
    await expect(page.getByRole("button", { name: /^Exercise 2,/ })).toBeVisible();
    await isReady(page);
    // Installable: a browser says what is missing.
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
    const entries = await page.evaluate(async () => {
      const [name = ""] = await caches.keys();
      return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    });
    expect(entries.filter((path) => path !== "/" && !path.startsWith("/assets/"))).toEqual([]);

    between.isAway = true;
    await page.reload();
    const away = page.getByText("The server does not answer. This page stays as it is");
    await expect(away).toBeVisible();
    // A kept exercise.
    const solution = await page.evaluate(() => {
      const { sets, exercises } = JSON.parse(localStorage.getItem("training") ?? "");
      return exercises[sets[0].fens[0]].solution[0].san as string;
    });
    await page.getByLabel("Move", { exact: true }).fill(solution);
    await page.keyboard.press("Enter");
    await expect(page.locator(".status-line")).toHaveText("Correct: solved.");
    // A game of one's own; a view that was never opened before.
    await page.getByRole("link", { name: "Analysis", exact: true }).click();
    await drag(page, "e2", "e4");
    await expect(page.getByRole("region", { name: "Game" })).toContainText("Comment and mark 1. e4");
    await page.goto(`${url}/bughouse`);
    await expect(page.locator(".table-board")).toHaveCount(2);
    await expect(away).toBeVisible();
    between.isAway = false;
    await expect(away).toHaveCount(0);
  } finally {
    between.stop();
  }
});

test("another build of the page replaces the one that is kept, as a whole", async ({ page, carlsen }) => {
  const between = new Between(carlsen);
  const url = await between.start();
  const isOther = (page: Page) => page.evaluate(() => "other" in document.documentElement.dataset);
  try {
    await page.goto(url);
    await isReady(page);
    const [first = ""] = await kept(page);
    between.isOther = true;
    // The server's page comes first, even before the files are replaced.
    await page.reload();
    expect(await isOther(page)).toBe(true);
    const isWaiting = async () => Boolean((await navigator.serviceWorker.ready).waiting);
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect.poll(() => page.evaluate(isWaiting)).toBe(true);
    // While a tab is open, what it may still load is there, and what opens without the server is of one build.
    expect(await kept(page)).toContain(first);
    between.isAway = true;
    await page.reload();
    expect(await isOther(page)).toBe(false);
    between.isAway = false;
    // Who comes back at once may still get the worker before, which the browser ends when it has the time.
    const comeBack = async () => {
      await page.goto("about:blank");
      await page.goto(url);
      return kept(page);
    };
    await expect.poll(comeBack).toEqual([first.replace("tabiya-", "tabiya-other-")]);
    between.isAway = true;
    await page.reload();
    expect(await isOther(page)).toBe(true);
    await expect(page.locator("cg-board piece").first()).toBeVisible();
  } finally {
    between.stop();
  }
});
