// Runs the tests in a browser: the system's, or Playwright's own, which is installed if necessary.
// Without either it reports that nothing was tested, which fails only where TABIYA_BROWSER=required.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";

const paths = JSON.parse(readFileSync(new URL("chromium.json", import.meta.url), "utf8"));
const system = [process.env.CHROMIUM_PATH, ...paths];
const run = (...args) => spawnSync("npx", ["playwright", ...args], { stdio: "inherit" }).status ?? 1;

if (!system.some((path) => path && existsSync(path)) && !existsSync(chromium.executablePath())) {
  const isRoot = process.getuid?.() === 0;
  if (run("install", ...(isRoot ? ["--with-deps"] : []), "chromium") !== 0) {
    console.log("NOT TESTED: no Chromium was found and none could be installed; the page was not opened.");
    process.exit(process.env.TABIYA_BROWSER === "required" ? 1 : 0);
  }
}
process.exit(run("test", ...process.argv.slice(2)));
