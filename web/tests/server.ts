/** Real servers for the tests, and a page whose console must stay silent. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

export const root = new URL("../..", import.meta.url).pathname;
export const tabiya = process.env.TABIYA ?? join(root, "target/debug/tabiya");

/** A server in a process of its own, over an index in a temporary folder. */
export class Server {
  private process: ChildProcess | null = null;
  url = "";
  readonly folder = mkdtempSync(join(tmpdir(), "tabiya-web-"));

  ingest(...files: string[]) {
    execFileSync(tabiya, ["ingest", ...files, "--index", this.folder], { stdio: "ignore" });
  }

  /** Starts it, at the address it had before if it had one. */
  async start(env: Record<string, string> = {}): Promise<this> {
    const listen = this.url ? this.url.replace("http://", "") : "127.0.0.1:0";
    const child = spawn(tabiya, ["serve", "--index", this.folder, "--listen", listen], {
      env: { PATH: process.env.PATH, RUST_LOG: "warn", ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.process = child;
    this.url = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", () => reject(new Error("the server has ended")));
      child.stdout?.on("data", (data) => {
        const [, url] = /listening on (\S+),/.exec(String(data)) ?? [];
        if (url) resolve(url);
      });
    });
    return this;
  }

  async stop() {
    const child = this.process;
    this.process = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    await ended;
  }

  async remove() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Fixtures {
  /** The errors that the browser's console may show; none by default. */
  complaints: RegExp | null;
  /** A server over an empty index. Named before `page`, it outlives the page. */
  empty: Server;
}

interface Shared {
  /** The address of a server over Carlsen's games. */
  carlsen: string;
}

export const test = base.extend<Fixtures, Shared>({
  complaints: [null, { option: true }],
  carlsen: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads it
    async ({}, use) => {
      const server = new Server();
      server.ingest(join(root, "data/carlsen.pgn"));
      await server.start();
      await use(server.url);
      await server.remove();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads it
  empty: async ({}, use) => {
    const server = await new Server().start();
    await use(server);
    await server.remove();
  },
  page: async ({ page, complaints }, use) => {
    const messages: string[] = [];
    page.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      // So Playwright does what its configuration says.
      if (message.text() !== "Service Worker registration blocked by Playwright")
        messages.push(message.text());
    });
    page.on("pageerror", (error) => messages.push(String(error)));
    page.on("request", (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (hostname !== "127.0.0.1" && !/^(data|blob):$/.test(protocol))
        messages.push(`requested ${request.url()}`);
    });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
          if (!shift.hadRecentInput) shifts.push(shift.value);
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await limitEffort(page);
    await use(page);
    expect(messages.filter((text) => !complaints?.test(text))).toEqual([]);
  },
});

export { expect };

/**
 * Lets the engine search less than the page requests: the views are the same, and sooner there. A busy machine,
 * too, then finds enough exercises in the server's eight seconds.
 */
async function limitEffort(page: Page) {
  const nodes = 3000;
  for (const route of ["analyse", "training"]) {
    await page.route(`**/api/${route}`, (route) => {
      const { movetimeMs: _, ...body } = route.request().postDataJSON();
      // A level of play limits its own effort.
      return "elo" in body ? route.continue() : route.continue({ postData: { ...body, nodes } });
    });
  }
}

/** The layout shift so far, without that after input. */
export const layoutShift = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
  );

/** The rules of axe about colours; the others give the same in the dark. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Checks the page with axe, light and dark, and keeps a screenshot of each. */
export async function inspect(page: Page, name: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const path = new URL(`../test-results/views/${name}-${colorScheme}.png`, import.meta.url).pathname;
    await page.screenshot({ path });
    await test.info().attach(`${name}, ${colorScheme}`, { path, contentType: "image/png" });
    // Without frames, the legacy mode is enough, and faster; so is not to describe what passes.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    const { violations } = await (colorScheme === "dark" ? axe.withRules(OF_COLOURS) : axe).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** The position of the README. */
export const EXAMPLE = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R_w_KQ_-_0_1";

/** The cards of similar positions, once they are there. */
export const CARDS = ".results:not(.coming) .card";

/** Pastes where the focus is; whether the field there does with it what fields do. */
export const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    return (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);

/** Drags from the middle of one square to another, White below. */
export async function drag(page: Page, from: string, to: string) {
  const box = await page.locator("cg-board").first().boundingBox();
  if (!box) throw new Error("no board");
  const at = (square: string): [number, number] => [
    box.x + ((square.charCodeAt(0) - 97 + 0.5) * box.width) / 8,
    box.y + ((8 - Number(square[1]) + 0.5) * box.height) / 8,
  ];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 5 });
  await page.mouse.up();
}

/** Drags with a finger. */
export async function swipe(page: Page, from: [number, number], to: [number, number]) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: [number, number]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
  await touch("touchStart", from);
  for (let step = 1; step <= 5; step++) {
    const part = (axis: 0 | 1) => from[axis] + ((to[axis] - from[axis]) * step) / 5;
    await touch("touchMove", [part(0), part(1)]);
  }
  await touch("touchEnd");
  await session.detach();
}
