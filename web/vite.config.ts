import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Carlsen's games as a file of the page, for a first visit to an empty index. */
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

/** Where `npm run dev` and `vite preview` find the API. */
const server = process.env.TABIYA_URL ?? "http://127.0.0.1:8080";
const proxy = { "/api": server, "/openapi.json": server };

export default defineConfig({
  plugins: [sample()],
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: true, license: false },
  server: { proxy },
  preview: { proxy },
  test: { include: ["src/**/*.test.ts"] },
});
