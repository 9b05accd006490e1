/** What the views of a player call things, and where they lead. */

import { lineOf, toQuery } from "../../board/chess";
import { withQuery } from "../../ui/router";

export const SIDES = [
  { color: "white", label: "With White" },
  { color: "black", label: "With Black" },
] as const;

/** Whose a structure is. */
export const WHOSE = { player: "own", opponent: "the opponent’s" } as const;

/** The name in an address; one that is not written as addresses are as it is. */
export function nameOf(path: string): string {
  const name = path.slice("/players/".length).replace(/\/report$/, "");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The address of a player's games of a colour from the end of a line on; null without moves. */
export function addressOf(name: string, moves: string, color: "white" | "black"): string | null {
  if (!moves) return null;
  const line = lineOf(null, moves);
  const query = toQuery({ ...line, ply: line.moves.length });
  query.set("player", name);
  query.set("color", color);
  if (color === "black") query.set("view", "black");
  return withQuery("/", query);
}
