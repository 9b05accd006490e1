import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, root, test } from "./server";

test("the README's example runs on a page from elsewhere", async ({ page, carlsen }) => {
  const [, example = ""] =
    /## From a web page[\s\S]*?```js\n([\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8")) ??
    [];
  expect(example).toContain("http://127.0.0.1:8080/api/similar");
  const script = example.replace("http://127.0.0.1:8080", carlsen);
  const elsewhere = createServer((request, response) => {
    const isPage = request.url === "/";
    response.setHeader("Content-Type", isPage ? "text/html" : "text/javascript");
    response.end(
      isPage ? '<link rel="icon" href="data:,"><script type="module" src="/example.js"></script>' : script,
    );
  }).listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  const lines: string[] = [];
  page.on("console", (message) => lines.push(message.text()));
  try {
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    await expect.poll(() => lines.length).toBe(10);
    expect(lines[0]).toMatch(/^1 Karjakin,Sergey Carlsen,M Nc6 r1b3k1\//);
  } finally {
    elsewhere.close();
  }
});
