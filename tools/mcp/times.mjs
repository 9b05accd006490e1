/** How long calls take, over each transport: `times.mjs TABIYA INDEX URL`. */

import { connect, positions } from "./clients.mjs";

const [tabiya, index, url] = process.argv.slice(2);
const clients = await connect(tabiya, index, url);
const fens = positions(200);
const { games } = await (await fetch(`${url}/api/status`)).json();
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);

const requests = {
  similar_positions: fens.map((fen) => ({ fen })),
  explorer: fens.map((fen) => ({ fen })),
  plans: fens.map((fen) => ({ fen })),
  motifs: fens.map((fen) => ({ fen })),
  game: fens.map((_, number) => ({ id: 1 + ((number * 13) % games) })),
};
for (const [name, client] of Object.entries(clients)) {
  for (const [tool, all] of Object.entries(requests)) {
    const times = [];
    for (const request of all) {
      const started = performance.now();
      const { isError } = await client.callTool({ name: tool, arguments: request });
      if (isError) throw new Error(`${tool} ${JSON.stringify(request)}`);
      times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    console.log(`${name} ${tool}: p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, ${times.length} calls`);
  }
  await client.close();
}
