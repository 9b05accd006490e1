/** How boards and pieces look; loads only where another look than the usual one is chosen. */

import type { Plain } from "../../language/catalogue";
import { stored } from "../../ui/hooks";
import { PIECES, pieceRules } from "./pieces";

interface Look {
  name: string;
  label: Plain;
  /** The light and the dark squares on a light page, and on a dark one; those of the style sheet by default. */
  colors?: { light: [string, string]; dark: [string, string] };
  /** What lies on the squares of the last move, and on those of shared pieces. */
  lastMove?: string;
  shared?: string;
}

/** The boards; the first is the usual one. */
export const BOARDS: Look[] = [
  { name: "sage", label: "Sage" },
  {
    name: "wood",
    label: "Wood",
    colors: { light: ["#f0dfc4", "#c09a72"], dark: ["#dac7a8", "#b19069"] },
    lastMove: "#8fae1b80",
    shared: "#b9d13a8c",
  },
  {
    name: "blue",
    label: "Blue",
    colors: { light: ["#e6ebf0", "#94aec6"], dark: ["#c2cbd5", "#748fa9"] },
  },
  {
    name: "green",
    label: "Green",
    colors: { light: ["#eeeed2", "#8fae70"], dark: ["#cfcfb2", "#76935a"] },
    lastMove: "#e0c52080",
    shared: "#f2d02c8c",
  },
  {
    name: "grey",
    label: "Grey",
    colors: { light: ["#f1f1f1", "#acacac"], dark: ["#cccccc", "#8c8c8c"] },
  },
];

/** The chosen one of a list, the first if nothing or something unknown is. */
const chosen = <T extends { name: string }>(list: readonly T[], setting: string) =>
  list.find(({ name }) => name === stored(setting)) ?? (list[0] as T);

/** Shows all boards and pieces as they were chosen. */
export function dress() {
  const { colors, lastMove, shared } = chosen(BOARDS, "board");
  const pair = (of: 0 | 1) => colors && `light-dark(${colors.light[of]}, ${colors.dark[of]})`;
  const set = (name: string, value: string | undefined) =>
    document.documentElement.style.setProperty(name, value ?? "");
  set("--board-light", pair(0));
  set("--board-dark", pair(1));
  set("--last-move", lastMove);
  set("--shared", shared);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(pieceRules(chosen(PIECES, "pieces").name));
  document.adoptedStyleSheets = [sheet];
}
