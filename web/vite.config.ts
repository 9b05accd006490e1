import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Packs Carlsen's games into the page, for a first visit to an empty index. */
function sample(): Plugin {
  const packed = () => gzipSync(readFileSync(new URL("../data/carlsen.pgn", import.meta.url)), { level: 9 });
  return {
    name: "sample",
    configureServer(server) {
      server.middlewares.use("/carlsen.pgn.gz", (_request, response) => response.end(packed()));
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "carlsen.pgn.gz", source: packed() });
    },
  };
}

/**
 * The licences of the packages that the page contains, as `third-party-licenses.txt`. Vite's own `build.license`
 * knows scripts alone, and so misses the font.
 */
function licenses(): Plugin {
  const packageOf = (path: string) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
  const notice = (folder: string) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = readdirSync(folder).find((file) => /^(licen[cs]e|copying)/i.test(file));
    if (!file) throw new Error(`${name} has no licence file`);
    return `${name} ${version}, ${license}\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
  };
  return {
    name: "licenses",
    generateBundle(_, bundle) {
      const sources = Object.values(bundle).flatMap((file) =>
        file.type === "chunk" ? file.moduleIds : file.originalFileNames,
      );
      const folders = new Set(sources.map(packageOf).filter((folder) => folder !== undefined));
      const pieces = "The pieces are by Colin M. L. Burnett, GPL-2.0-or-later.\n";
      const notices = [pieces, ...[...folders].map(notice).sort()];
      const source = notices.join(`\n${"-".repeat(80)}\n\n`);
      this.emitFile({ type: "asset", fileName: "third-party-licenses.txt", source });
    },
  };
}

/** Where `npm run dev` and `vite preview` find the API. */
const server = process.env.TABIYA_URL ?? "http://127.0.0.1:8080";
const proxy = { "/api": server, "/openapi.json": server };

export default defineConfig({
  plugins: [sample(), licenses()],
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: true },
  server: { proxy },
  preview: { proxy },
  test: { include: ["src/**/*.test.ts"] },
});
