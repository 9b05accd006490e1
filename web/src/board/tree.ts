/** A game as a tree of moves: variations, comments and marks, from PGN and to PGN, by chessops. */

import type { Position } from "chessops/chess";
import { makeFen } from "chessops/fen";
import {
  ChildNode,
  defaultHeaders,
  emptyHeaders,
  type Game,
  makePgn,
  Node,
  type PgnNodeData,
  transform,
} from "chessops/pgn";
import { makeSanAndPlay, parseSan } from "chessops/san";
import { makeUci, parseUci } from "chessops/util";
import type { Plain } from "../language/catalogue";
import { t } from "../language/language";
import { canonical, type Line, START, startOfGame, steps } from "./chess";

/** A move with what is said about it; the texts of comments as in the PGN, commands such as `[%cal]` included. */
export interface Played extends PgnNodeData {
  uci: string;
}
export type Branch = ChildNode<Played>;
/** Tags, comments before the first move, and the moves. */
export type Tree = Game<Played>;
/** Where a move is in the tree: which child at each ply, 0 for the main one. */
export type Path = number[];

/**
 * Plays a game through, variations included.
 *
 * @returns the tree, and how many moves were left out because they, or one before them, are not legal; null if it is
 *   not a game of chess
 */
export function treeOf(game: Game<PgnNodeData>): { tree: Tree; left: number } | null {
  const start = startOfGame(game.headers);
  if (!start) return null;
  const moves = transform(game.moves, start as Position, (position, data): Played | undefined => {
    const move = parseSan(position, data.san);
    if (!move) return;
    const uci = makeUci(move);
    return { ...data, san: makeSanAndPlay(position, move), uci };
  });
  return { tree: { ...game, moves }, left: size(game.moves) - size(moves) };
}

/** The number of moves below a node. */
function size(node: Node<unknown>): number {
  let moves = 0;
  const open = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    moves += next.children.length;
    open.push(...next.children);
  }
  return moves;
}

/** The tree of a line, without tags but those of its position. */
export function treeOfLine(line: Line): Tree {
  const headers = new Map<string, string>();
  if (line.fen !== START) {
    headers.set("SetUp", "1");
    headers.set("FEN", line.fen);
  }
  const tree: Tree = { headers, moves: new Node() };
  grow(tree, [], line.moves);
  return tree;
}

/** The position that a tree begins with; as it was typed, if it is not legal. */
export function startOf(tree: Tree): string {
  const start = startOfGame(tree.headers);
  return start ? makeFen(start.toSetup()) : (tree.headers.get("FEN") ?? START);
}

/** The moves along a path, as far as it leads. */
export function branches(tree: Tree, path: Path): Branch[] {
  const found: Branch[] = [];
  let node: Node<Played> = tree.moves;
  for (const place of path) {
    const child = node.children[place];
    if (!child) break;
    found.push(child);
    node = child;
  }
  return found;
}

/** The node at the end of a path: the root for an empty one. */
const at = (tree: Tree, path: Path): Node<Played> => branches(tree, path).at(-1) ?? tree.moves;

/** Where a line leads in a tree, as far as the tree has it. */
export function pathOf(tree: Tree, moves: string[]): Path {
  // A PGN may have the same move in two variations: all of them are followed.
  let ends: { node: Node<Played>; path: Path }[] = [{ node: tree.moves, path: [] }];
  const all = steps({ fen: startOf(tree), moves, ply: 0 });
  for (const [ply, { position }] of all.entries()) {
    const uci = canonical(position, all[ply + 1]?.uci ?? null);
    const next = ends.flatMap(({ node, path }) =>
      node.children.flatMap((child, place) =>
        child.data.uci === uci ? [{ node: child as Node<Played>, path: [...path, place] }] : [],
      ),
    );
    if (!next.length) break;
    ends = next;
  }
  return ends[0]?.path ?? [];
}

/** A path and the main moves that follow it. */
export function onward(tree: Tree, path: Path): Path {
  let node = at(tree, path);
  const longer = [...path];
  while (node.children[0]) {
    longer.push(0);
    node = node.children[0];
  }
  return longer;
}

/** The line of a path, shown at a ply. */
export const lineAt = (tree: Tree, path: Path, ply: number): Line => ({
  fen: startOf(tree),
  moves: branches(tree, path).map(({ data }) => data.uci),
  ply,
});

/** Adds moves after the end of a path, as a variation if others are there; those that are there already stay. */
export function grow(tree: Tree, path: Path, moves: string[]): Path {
  const here = branches(tree, path);
  const grown = path.slice(0, here.length);
  const before = here.map(({ data }) => data.uci);
  const position = steps({ fen: startOf(tree), moves: before, ply: 0 }).at(-1)?.position;
  let node: Node<Played> = here.at(-1) ?? tree.moves;
  for (const uci of moves) {
    const same = canonical(position, uci);
    const move = same && parseUci(same);
    if (!position || !move) break;
    const san = makeSanAndPlay(position, move);
    let place = node.children.findIndex((child) => child.data.uci === same);
    if (place < 0) place = node.children.push(new ChildNode<Played>({ san, uci: same })) - 1;
    grown.push(place);
    node = node.children[place] as Branch;
  }
  return grown;
}

/** Whether a path leaves the main line. */
export const isVariation = (path: Path) => path.some((place) => place > 0);

/** Makes the variation that a path ends in the main one where it begins; the path to the same move afterwards. */
export function promote(tree: Tree, path: Path): Path {
  const ply = path.findLastIndex((place) => place > 0);
  if (ply < 0) return path;
  const siblings = at(tree, path.slice(0, ply)).children;
  siblings.unshift(...siblings.splice(path[ply] as number, 1));
  return path.map((place, at) => (at === ply ? 0 : place));
}

/** Makes a path the main line. */
export function promoteAll(tree: Tree, path: Path): Path {
  let promoted = path;
  while (isVariation(promoted)) promoted = promote(tree, promoted);
  return promoted;
}

/** Removes the last move of a path and what follows it; the path to the move before. */
export function remove(tree: Tree, path: Path): Path {
  const before = path.slice(0, -1);
  at(tree, before).children.splice(path.at(-1) ?? 0, path.length ? 1 : 0);
  return before;
}

/** The marks of a move or a position, as PGN numbers them, in groups of which a move has one each. */
export const MARKS = [
  [
    [3, "!!", "Brilliant move"],
    [1, "!", "Good move"],
    [5, "!?", "Interesting move"],
    [6, "?!", "Dubious move"],
    [2, "?", "Mistake"],
    [4, "??", "Blunder"],
    [7, "□", "Only move"],
    [22, "⊙", "Zugzwang"],
  ],
  [
    [18, "+−", "White is winning"],
    [16, "±", "White is better"],
    [14, "+=", "White is slightly better"],
    [10, "=", "Equal"],
    [13, "∞", "Unclear"],
    [15, "=+", "Black is slightly better"],
    [17, "∓", "Black is better"],
    [19, "−+", "Black is winning"],
  ],
] as const satisfies (readonly (readonly [number, string, Plain])[])[];

const SIGNS = new Map<number, readonly [number, string, Plain]>([
  ...MARKS.flat().map((mark) => [mark[0], mark] as const),
  [140, [140, "∆", "With the idea"]],
  [146, [146, "N", "Novelty"]],
  [32, [32, "↑↑", "Development"]],
  [36, [36, "↑", "Initiative"]],
  [40, [40, "→", "Attack"]],
  [132, [132, "⇆", "Counterplay"]],
  [138, [138, "⊕", "Time trouble"]],
  [44, [44, "=∞", "With compensation"]],
]);

/** The sign and the meaning of a mark, `$99` if it has no sign. */
export function signOf(nag: number): { sign: string; about: string } {
  const [, sign, about] = SIGNS.get(nag) ?? [];
  return { sign: sign ?? `$${nag}`, about: about ? t(about) : t("Mark {n}", { n: nag }) };
}

/** Sets a mark of a move, in place of another of its group, or removes it. */
export function toggleMark(branch: Branch, nag: number) {
  const nags = branch.data.nags ?? [];
  const group: readonly number[] =
    MARKS.find((group) => group.some(([own]) => own === nag))?.map(([own]) => own) ?? [];
  const others = nags.filter((own) => own !== nag && !group.includes(own));
  branch.data.nags = nags.includes(nag) ? others : [...others, nag].sort((one, other) => one - other);
}

/** The commands of a comment, such as `[%cal Gd1d5]`. */
const COMMANDS = /\[%[^\]]*\]\s*/g;

/** The words of comments, without commands. */
export const wordsOf = (comments: string[] | undefined) =>
  (comments ?? [])
    .map((comment) => comment.replace(COMMANDS, "").trim())
    .filter(Boolean)
    .join("\n");

/** Other words for comments; their commands stay. */
export function withWords(comments: string[] | undefined, words: string): string[] | undefined {
  const commands = (comments ?? []).flatMap((comment) => comment.match(COMMANDS) ?? []);
  // A comment cannot hold its own end.
  const text = [commands.map((command) => command.trim()).join(" "), words.replaceAll("}", ")").trim()];
  const comment = text.filter(Boolean).join(" ");
  return comment ? [comment] : undefined;
}

/** Writes a tree as PGN, with the seven tags that every game has if `isWhole`. */
export function pgnOf(tree: Tree, isWhole = true): string {
  const usual = isWhole ? defaultHeaders() : emptyHeaders();
  return makePgn({ ...tree, headers: new Map([...usual, ...tree.headers]) });
}
