/** What the views of a player call things, and where they lead. */

import type { Problem } from "../../api/client";
import { lineOf, toQuery } from "../../board/chess";
import { t } from "../../language/language";
import { spaced } from "../../ui/format";
import { withQuery } from "../../ui/router";

export const SIDES = [
  { color: "white", label: "With White" },
  { color: "black", label: "With Black" },
] as const;

/** Whose a structure or a motif of the pawns is. */
export const WHOSE = { player: "the player’s own", opponent: "the opponent’s" } as const;

/** The name in an address; one that is not written as addresses are as it is. */
export function nameOf(path: string): string {
  const name = path.slice("/players/".length).replace(/\/report$/, "");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** What a player's views say of a name without games; false for any other problem. */
export const nobody = ({ status, field }: Problem, player: string) =>
  (status === 404 || (status === 422 && field === "player")) && {
    heading: t("This player was not found"),
    text: t("No game in the index was played by “{player}”.", { player: spaced(player) }),
  };

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
