import { readFileSync } from "node:fs";
import type { Node } from "chessops/pgn";
import { expect, test } from "vitest";
import { gamesOf, START } from "./chess";
import {
  type Branch,
  branches,
  grow,
  isVariation,
  lineAt,
  onward,
  type Path,
  type Played,
  pathOf,
  pgnOf,
  promote,
  promoteAll,
  remove,
  startOf,
  type Tree,
  toggleMark,
  treeOf,
  treeOfLine,
  withWords,
  wordsOf,
} from "./tree";

/** A file as it is pasted, and what python-chess makes of it: `tools/study_table.py`. */
const folder = new URL("../../tests/study/", import.meta.url);
const STUDY = readFileSync(new URL("study.pgn", folder), "utf8");
const PYTHON = JSON.parse(readFileSync(new URL("python_chess.json", folder), "utf8"));

const trees = (pgn: string): Tree[] =>
  gamesOf(pgn).map((game) => {
    const played = treeOf(game);
    if (!played) throw new Error("no game of chess");
    expect(played.left).toBe(0);
    return played.tree;
  });

const only = (pgn: string) => trees(pgn)[0] as Tree;

/** Comments in one line of words, as `tools/study_table.py` writes them. */
const words = (comments: string[] | undefined) =>
  (comments ?? []).join(" ").split(/\s+/).filter(Boolean).join(" ");

const moves = (node: Node<Played>): unknown[] =>
  node.children.map((child) => ({
    san: child.data.san,
    uci: child.data.uci,
    nags: [...new Set(child.data.nags)].sort((one, other) => one - other),
    before: words(child.data.startingComments),
    after: words(child.data.comments),
    next: moves(child),
  }));

const table = (tree: Tree) => ({
  tags: Object.fromEntries(tree.headers),
  fen: startOf(tree),
  comment: words(tree.comments),
  moves: moves(tree.moves),
});

/** Python-chess adds the seven tags of every game. */
const whole = (tree: Tree) => only(pgnOf(tree));

test("a pasted study is the tree that python-chess reads", () => {
  const read = trees(STUDY);
  expect(read.map((tree) => table(whole(tree)))).toEqual(PYTHON.before);
});

test("exported and pasted again it is the same tree", () => {
  for (const tree of trees(STUDY)) {
    expect(table(only(pgnOf(tree, false)))).toEqual(table(tree));
    expect(pgnOf(whole(tree))).toBe(pgnOf(tree));
  }
});

test("after an edit it is the tree that python-chess makes", () => {
  const [tree] = trees(STUDY);
  if (!tree) throw new Error("no study");
  const at = (line: string) => pathOf(tree, line.split(" "));
  const branch = (line: string) => branches(tree, at(line)).at(-1) as Branch;
  grow(tree, at("d2d4 d7d5 c2c4 e7e6 b1c3"), ["f8b4", "a2a3"]);
  grow(tree, at("d2d4 d7d5"), ["g1f3"]);
  promote(tree, at("d2d4 d7d5 c2c4 c7c6 b1c3 e7e6"));
  promoteAll(tree, at("d2d4 d7d5 c2c4 e7e5"));
  remove(tree, at("d2d4 d7d5 c2c4 d5c4"));
  const accepted = branch("d2d4 d7d5 c2c4 e7e5 d4e5");
  accepted.data.comments = withWords(accepted.data.comments, "The gambit is accepted.");
  toggleMark(accepted, 1);
  // In place of a dubious one.
  toggleMark(branch("d2d4 d7d5 c2c4 e7e5"), 4);
  expect(table(whole(tree))).toEqual(PYTHON.after);
});

test("what is not legal is left out, with what follows it", () => {
  const [game] = gamesOf("1. e4 e5 (1... c5 2. d4 (2. Qxe7) 2... d5) (1... Kd3 2. d4) 2. Bb5 Ke3 3. d4 d5 *");
  const played = game && treeOf(game);
  expect(played?.left).toBe(6);
  expect(played && pgnOf(played.tree, false)).toBe("1. e4 e5 ( 1... c5 2. d4 d5 ) 2. Bb5 *\n");
});

test("moves on the board make variations once", () => {
  const tree = treeOfLine({ fen: START, moves: ["e2e4", "e7e5"], ply: 0 });
  const path = grow(tree, [0], ["c7c5", "g1f3"]);
  expect(path).toEqual([0, 1, 0]);
  expect(grow(tree, [0], ["c7c5"])).toEqual([0, 1]);
  expect(grow(tree, [0], ["c7c6", "c7c6"])).toEqual([0, 2]);
  expect(onward(tree, [0, 1])).toEqual(path);
  expect(lineAt(tree, path, 2)).toEqual({ fen: START, moves: ["e2e4", "c7c5", "g1f3"], ply: 2 });
  expect(isVariation(path)).toBe(true);
  expect(promote(tree, path)).toEqual([0, 0, 0]);
  expect(pgnOf(tree, false)).toBe("1. e4 c5 ( 1... e5 ) ( 1... c6 ) 2. Nf3 *\n");
  expect(remove(tree, [0, 0, 0])).toEqual([0, 0]);
  expect(remove(tree, [])).toEqual([]);
  expect(pgnOf(tree, false)).toBe("1. e4 c5 ( 1... e5 ) ( 1... c6 ) *\n");
});

test("castling is one move, however it is written", () => {
  const tree = only("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *");
  const path = onward(tree, []);
  const before = lineAt(tree, path, 6).moves.slice(0, 6);
  for (const castles of ["e1g1", "e1h1"]) {
    expect(pathOf(tree, [...before, castles])).toEqual(path);
    expect(grow(tree, path.slice(0, 6), [castles])).toEqual(path);
  }
  expect(pathOf(tree, [...before, "e1f1"])).toEqual(path.slice(0, 6));
  expect(pgnOf(tree, false)).toBe("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *\n");
});

test.each<[string[], Path]>([
  [
    ["e2e4", "c7c5", "c2c3"],
    [0, 2, 0],
  ],
  [
    ["e2e4", "c7c5", "g1f3"],
    [0, 1, 0],
  ],
  [
    ["e2e4", "c7c5"],
    [0, 1],
  ],
  [["e2e4", "d7d5"], [0]],
])("the path of %j, where the same move begins two variations", (line, path) => {
  const tree = trees(STUDY).at(-1) as Tree;
  expect(pathOf(tree, line)).toEqual(path);
});

test("words of a comment change, its commands stay", () => {
  const comments = ["[%clk 1:29:58] [%eval 0.2] A word", "and [%csl Gd4] another"];
  expect(wordsOf(comments)).toBe("A word\nand another");
  expect(withWords(comments, "New {words}")).toEqual(["[%clk 1:29:58] [%eval 0.2] [%csl Gd4] New {words)"]);
  expect(withWords(comments, "")).toEqual(["[%clk 1:29:58] [%eval 0.2] [%csl Gd4]"]);
  expect(withWords(["gone"], " ")).toBeUndefined();
});

test("a game of a thousand moves is no matter", () => {
  const moves = Array.from({ length: 500 }, () => ["g1f3", "g8f6", "f3g1", "f6g8"]).flat();
  const tree = treeOfLine({ fen: START, moves, ply: 0 });
  expect(onward(only(pgnOf(tree)), [])).toHaveLength(2000);
});

test("captures without their sign are written with it", () => {
  const tree = only("1. e4 d5 2. ed5 (2. exe5 dxd4) Qd5 3. Nc3 Qa5 *");
  expect(pgnOf(tree, false)).toBe("1. e4 d5 2. exd5 ( 2. e5 d4 ) 2... Qxd5 3. Nc3 Qa5 *\n");
});
