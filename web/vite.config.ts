import { createHash } from "node:crypto";
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
      const pieces = "The standard pieces are by Colin M. L. Burnett, GPL-2.0-or-later.\n";
      const notices = [pieces, ...[...folders].map(notice).sort()];
      const source = notices.join(`\n${"-".repeat(80)}\n\n`);
      this.emitFile({ type: "asset", fileName: "third-party-licenses.txt", source });
    },
  };
}

/**
 * The service worker, with the files that it keeps: the page, its scripts, its styles and its fonts; and of the
 * catalogues of languages the one that is asked for.
 */
function worker(): Plugin {
  const absolute = (path: string) => (path.startsWith("/") ? path : `/${path}`);
  return {
    name: "worker",
    generateBundle: {
      // When all other files are there.
      order: "post",
      handler(_, bundle) {
        const languageOf = (path: string) => {
          const file = bundle[path];
          const [, language] =
            (file?.type === "chunk" && /\/src\/language\/(\w+)\.ts$/.exec(file.facadeModuleId ?? "")) || [];
          return language;
        };
        const assets = Object.keys(bundle).filter((path) => path.startsWith("assets/"));
        const files = ["/", ...assets.filter((path) => !languageOf(path)).sort()].map(absolute);
        const catalogues = Object.fromEntries(
          assets.filter(languageOf).map((path) => [languageOf(path), absolute(path)]),
        );
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("the page must be there before the service worker");
        // The names of the others have a hash of what is in them.
        const hash = createHash("sha256")
          .update([...files, ...Object.values(catalogues)].join())
          .update(page.source);
        const source = readFileSync(new URL("src/sw.js", import.meta.url), "utf8");
        const front = `const VERSION = "tabiya-${hash.digest("hex").slice(0, 16)}";
const FILES = ${JSON.stringify(files)};
const CATALOGUES = ${JSON.stringify(catalogues)};

`;
        this.emitFile({ type: "asset", fileName: "sw.js", source: front + source });
      },
    },
  };
}

/** Where `npm run dev` and `vite preview` find the API. */
const server = process.env.TABIYA_URL ?? "http://127.0.0.1:8080";
const proxy = { "/api": server, "/lichess": server, "/openapi.json": server };

/**
 * What several views share is one script: as eight, as small as some are, a first visit was 1.4 kB larger. Not what a
 * first visit never needs.
 */
const SHARED = {
  name: "shared",
  minShareCount: 2,
  test: /\/src\/(api|board|language|ui)\/(?!(hash|import|left|player-input|save)\.)/,
};

export default defineConfig({
  plugins: [sample(), licenses(), worker()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: { output: { codeSplitting: { groups: [SHARED] } } },
  },
  server: { proxy },
  preview: { proxy },
  test: { include: ["src/**/*.test.ts"] },
});
