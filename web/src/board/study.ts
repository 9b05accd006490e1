/** The tree of moves that the tab works on: kept through reload, Back and changes of view. */

import type { Game, PgnNodeData } from "chessops/pgn";
import { useReducer, useRef } from "preact/hooks";
import { t } from "../language/language";
import { showImporting } from "../ui/importing";
import { currentStudy } from "../ui/router";
import { gamesOf, type Line, type Pasted, parsePasted, START, steps, trouble } from "./chess";
import { textOf } from "./drop";
import { firstOf } from "./paste";
import { lineAt, onward, type Path, pathOf, pgnOf, startOf, type Tree, treeOf, treeOfLine } from "./tree";

/** The games of a file, from which another one can be chosen. */
interface Collection {
  games: Game<PgnNodeData>[];
  /** Whether the file has more. */
  isCut?: boolean;
  /** The one on the board, from 0. */
  chosen: number;
}

interface Study {
  tree: Tree;
  collection: Collection | null;
  /** PGN before each change, the last one last. */
  before: string[];
}

/** The most changes that can be undone. Guessed. */
const MOST_UNDONE = 50;

/** The most studies that are kept for Back. Guessed. */
const MOST_KEPT = 100;

const studies = new Map<number, Study>();

const nameOf = (id: number) => `study ${id}`;

/** What the session storage has, null if it is not to be used. */
function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, text: string) {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // Full or forbidden: then the study lasts as long as the page.
  }
}

/** The last number that a study got. */
let newest = Number(read("newest study"));
/** The number of the study that the tab works on, 0 for none. */
let current = Number(read("study"));

/** Makes a study the one that the tab works on. */
function workOn(id: number) {
  current = id;
  write("study", String(id));
}

/** Stores the tree of a study. */
const store = (id: number, { tree }: Study) => write(nameOf(id), pgnOf(tree, false));

/** Keeps a tree as the one that the tab works on; its number. */
export function keep(tree: Tree, collection: Collection | null = null): number {
  newest += 1;
  const id = newest;
  write("newest study", String(id));
  const study = { tree, collection, before: [] };
  studies.set(id, study);
  studies.delete(id - MOST_KEPT);
  try {
    sessionStorage.removeItem(nameOf(id - MOST_KEPT));
  } catch {
    // Then there is nothing to remove.
  }
  store(id, study);
  workOn(id);
  return id;
}

/** The query of the last address of search or analysis, `?...` or empty. */
export const lastAddress = () => read("position") ?? "";

/** Keeps the query of an address of search or analysis. */
export const keepAddress = (query: string) => write("position", query);

function find(id: number): Study | null {
  const here = studies.get(id);
  if (here) return here;
  const text = read(nameOf(id));
  const [game] = text === null ? [] : gamesOf(text);
  const tree = game && treeOf(game)?.tree;
  if (!tree) return null;
  const study = { tree, collection: null, before: [] };
  studies.set(id, study);
  return study;
}

/** Writes the number of a study into the entry of the history. */
const name = (id: number) => history.replaceState({ ...history.state, study: id }, "");

/**
 * The study that an address is about: that of its entry, or the current one if it has the line, or else a new one. A
 * line without moves from the start is that of every game.
 */
function open(line: Line): { id: number; study: Study } {
  const has = (study: Study | null): study is Study =>
    study !== null &&
    startOf(study.tree) === startOfLine(line) &&
    pathOf(study.tree, line.moves).length === line.moves.length;
  const named = currentStudy();
  for (const id of [named, line.moves.length || line.fen !== START ? current : null]) {
    const study = id === null ? null : find(id);
    if (id === null || !has(study)) continue;
    if (named !== id) name(id);
    workOn(id);
    return { id, study };
  }
  const id = keep(treeOfLine(line));
  name(id);
  return { id, study: find(id) as Study };
}

/** The position of a line as trees write it. */
const startOfLine = (line: Line) =>
  line.fen === START ? START : (steps({ ...line, moves: [] })[0]?.fen ?? line.fen);

/** What is in a text that was pasted, typed or dropped. */
export interface Taken {
  line: Line;
  /** The number of the study that has it. */
  study: number;
  note: string;
}

/** Begins a study with the first game of a PGN, or with a FEN. */
export const take = ({ line, games }: Pasted, isCut = false): Taken =>
  choose({ games, isCut, chosen: 0 }) ?? { line, study: keep(treeOfLine(line)), note: "" };

/** Begins a study with a text; or a sentence about what is wrong with it. */
export function takeText(text: string): Taken | string {
  const pasted = parsePasted(text);
  return pasted ? take(pasted) : trouble(text);
}

/**
 * Begins a study with the first of some files, or returns a sentence about what is wrong with it. If they have more than
 * can be shown, they are offered for import.
 */
export async function takeFiles(files: File[]): Promise<Taken | string> {
  const [file] = files;
  if (!file) return "";
  const { text = "", wrong, isCut, isPacked } = await textOf(file);
  const pasted = parsePasted(text);
  const isMore = files.length > 1 || isPacked || isCut || (pasted?.games.length ?? 0) > 1;
  showImporting({ offered: isMore && (pasted || (wrong && isPacked)) ? files : [] });
  return wrong ?? (pasted ? take(pasted, isCut) : trouble(text));
}

/** Begins a study with the chosen game of a collection; null if it is not one of chess. */
export function choose(collection: Collection): Taken | null {
  const { games, chosen, isCut } = collection;
  const played = games[chosen] && treeOf(games[chosen]);
  if (!played) return null;
  const { tree, left } = played;
  const path = onward(tree, []);
  const notes = [
    chosen
      ? t("This is game {n} of {all}.", { n: chosen + 1, all: games.length })
      : firstOf(games.length, isCut),
    left && t("{n} {{move is|moves are}} left out, from the first illegal one on.", { n: left }),
  ];
  return {
    line: lineAt(tree, path, path.length),
    study: keep(tree, games.length > 1 ? collection : null),
    note: notes.filter(Boolean).join(" "),
  };
}

/** The study of an address, and what changes it. */
export function useStudy(line: Line) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // The line is read from the address anew in every drawing.
  const key = `${line.fen} ${line.moves.join(" ")}`;
  const opened = useRef<{ key: string; id: number; entry: number | null; study: Study } | null>(null);
  if (opened.current?.key !== key || opened.current.entry !== currentStudy()) {
    const { id, study } = open(line);
    opened.current = { key, id, entry: currentStudy(), study };
  }
  const { id, study } = opened.current;
  const path = pathOf(study.tree, line.moves);
  return {
    id,
    /** As it is now: a change may put another tree in its place. */
    get tree() {
      return study.tree;
    },
    collection: study.collection,
    path,
    /** Changes the tree; the number of changes that can be undone grows. */
    change: <T>(edit: (tree: Tree) => T): T => {
      const before = pgnOf(study.tree, false);
      const result = edit(study.tree);
      if (pgnOf(study.tree, false) === before) return result;
      study.before = [...study.before, before].slice(-MOST_UNDONE);
      store(id, study);
      redraw(0);
      return result;
    },
    canUndo: study.before.length > 0,
    /** Takes the last change back; the path to show, which is that of the line as far as it is there. */
    undo: (): Path => {
      const [game] = gamesOf(study.before.pop() ?? "");
      const tree = game && treeOf(game)?.tree;
      if (tree) study.tree = tree;
      store(id, study);
      redraw(0);
      return pathOf(study.tree, line.moves.slice(0, line.ply));
    },
    /** Puts another tree in the place of this one. */
    replace: (tree: Tree) => {
      study.before = [...study.before, pgnOf(study.tree, false)].slice(-MOST_UNDONE);
      study.tree = tree;
      store(id, study);
      redraw(0);
    },
  };
}

export type StudyState = ReturnType<typeof useStudy>;
