/** The official client, over both transports, and positions to ask for. */

import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** A client of each transport that has listed the tools. */
export async function connect(tabiya, index, url) {
  const transports = {
    stdio: new StdioClientTransport({ command: tabiya, args: ["mcp", "--index", index], stderr: "inherit" }),
    http: new StreamableHTTPClientTransport(new URL(`${url}/mcp`)),
  };
  const clients = {};
  for (const [name, transport] of Object.entries(transports)) {
    clients[name] = new Client({ name: "tools/mcp", version: "1" });
    await clients[name].connect(transport);
    await clients[name].listTools();
  }
  return clients;
}

/** FENs of the first four fields of each line, as many as asked for, spread over the files. */
export function positions(many) {
  const files = ["data/openings.epd", "data/suites/wac.epd", "data/suites/STS1-STS15_LAN_v3.epd"];
  const lines = files.flatMap((file) => {
    const all = readFileSync(file, "utf8").split("\n").filter((line) => /^\S+ [wb] /.test(line));
    const each = Math.max(1, Math.floor((all.length * files.length) / many));
    return all.filter((_, number) => number % each === 0).slice(0, Math.ceil(many / files.length));
  });
  return lines.map((line) => `${line.split(" ").slice(0, 4).join(" ")} 0 1`);
}
