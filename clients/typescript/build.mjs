// Builds the package: makes the types of the API, and compiles them and the client into dist, with the packages of the
// web UI. These are installed if they are missing. `npm pack` and `npm publish` run this.
import { execSync } from "node:child_process";
import { existsSync } from "node:fs";

const web = new URL("../../web/", import.meta.url);
const run = (command) => execSync(command, { cwd: web, stdio: "inherit" });

// `npm publish --dry-run` hands its option on, and with it `npm ci` installs nothing.
if (!existsSync(new URL("node_modules/.package-lock.json", web))) run("npm ci --no-audit --no-fund --no-dry-run");
run("node types.mjs");
run("npx tsc -p ../clients/typescript");
