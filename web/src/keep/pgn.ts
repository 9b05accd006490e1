/** Collections as PGN and back: each position is a game that begins with it. */

import { ChildNode, type Game, makePgn, Node, type PgnNodeData } from "chessops/pgn";
import { makeSan, parseSan } from "chessops/san";
import { gamesOf, positionOf, startOfGame } from "../board/chess";
import { wrongBoard } from "../board/fen";
import { wordsOf } from "../board/tree";
import { joined, spaced, surname, upright, year } from "../ui/format";
import { type Collection, newId, type Origin, oneLine, type Saved, untitled } from "./collections";

/**
 * Writes collections: the note as a comment; the name of the collection, the game's number in the index and the ply as
 * tags of their own. The title is the `Event`, or, where that is known, a tag of its own, too.
 */
export const pgnOf = (collections: Collection[]): string =>
  collections
    .flatMap(({ name, positions }) => positions.map((position) => gameOf(position, name)))
    .map(makePgn)
    .join("\n");

function gameOf(position: Saved, collection: string): Game<PgnNodeData> {
  const { fen, title, note, white, black, date, game = {} } = position;
  const moves = new Node<PgnNodeData>();
  let node = moves;
  for (const san of position.moves) {
    const child = new ChildNode<PgnNodeData>({ san });
    node.children.push(child);
    node = child;
  }
  const headers = new Map([
    ["Event", game.event || title],
    ["Site", game.site || "?"],
    ["Date", date || "????.??.??"],
    ["Round", game.round || "?"],
    ["White", white || "?"],
    ["Black", black || "?"],
    ["Result", game.result || "*"],
    ["SetUp", "1"],
    ["FEN", fen],
    ["Collection", collection],
  ]);
  if (game.event) headers.set("Title", title);
  if (game.id !== undefined) headers.set("GameId", String(game.id));
  if (game.ply !== undefined) headers.set("Ply", String(game.ply));
  // A comment cannot hold its own end.
  return { headers, moves, comments: note ? [note.replaceAll("}", ")")] : [] };
}

export interface Read {
  collections: Collection[];
  /** How many games have no position to save. */
  left: number;
}

/**
 * Reads the positions of a PGN: of each game with a `FEN` tag the one that it begins with.
 *
 * @param name the collection of games that name none
 */
export function read(text: string, name: string): Read {
  const collections = new Map<string, Saved[]>();
  let left = 0;
  for (const game of gamesOf(text)) {
    const saved = savedOf(game);
    if (!saved) {
      left += 1;
      continue;
    }
    const of = oneLine(game.headers.get("Collection") ?? "") || name;
    collections.set(of, [...(collections.get(of) ?? []), saved]);
  }
  return { collections: [...collections].map(([name, positions]) => ({ name, positions })), left };
}

/** The value of a tag; empty if it is missing or says that it is not known, as `?` and `????.??.??` do. */
export function known(value: string | null | undefined): string {
  const text = oneLine(value ?? "");
  return /^[?.]*$/.test(text) ? "" : text;
}

function savedOf({ headers, moves, comments }: Game<PgnNodeData>): Saved | null {
  const fen = headers.get("FEN")?.trim();
  // Positions that are being set up need not be legal.
  if (!fen || wrongBoard(fen) || (headers.has("Variant") && !startOfGame(headers))) return null;
  const white = known(headers.get("White"));
  const black = known(headers.get("Black"));
  const date = known(headers.get("Date"));
  const title = known(headers.get("Title"));
  const event = known(headers.get("Event"));
  return {
    id: newId(),
    fen,
    title: title || event || titleOf(white, black, date) || untitled(),
    note: wordsOf(comments),
    white,
    black,
    date,
    moves: legal(
      fen,
      [...moves.mainline()].map(({ san }) => san),
    ),
    ...originOf((tag) => (tag === "Event" && !title ? "" : headers.get(tag))),
  };
}

/** What the tags of a game say of where a position comes from; nothing if they do not. */
export function originOf(tag: (name: string) => string | null | undefined): { game?: Origin } {
  const number = (name: string) => (/^\d{1,15}$/.test(tag(name) ?? "") ? Number(tag(name)) : undefined);
  const result = tag("Result") ?? "";
  const parts: Origin = {
    id: number("GameId"),
    ply: number("Ply"),
    event: known(tag("Event")),
    site: known(tag("Site")),
    round: known(tag("Round")),
    result: RESULTS.includes(result) ? result : "",
  };
  const game = Object.fromEntries(
    Object.entries(parts).filter(([, part]) => part !== undefined && part !== ""),
  );
  return Object.keys(game).length ? { game } : {};
}

const RESULTS = ["1-0", "0-1", "1/2-1/2"];

/** The moves up to the first one that is not legal, as SAN. */
export function legal(fen: string, sans: string[]): string[] {
  const position = positionOf(fen);
  const played: string[] = [];
  for (const san of sans) {
    const move = position && parseSan(position, san);
    if (!move) break;
    played.push(makeSan(position, move));
    position.play(move);
  }
  return played;
}

/** `Karjakin – Carlsen, 2012`; empty if nothing of it is known. */
export function titleOf(white: string, black: string, date: string): string {
  const name = (name: string) => surname({ name: spaced(name), rating: null });
  const players = white || black ? `${name(white)} – ${name(black)}` : "";
  // It is also written to files, which need no isolation.
  return upright(joined([players, year(date)], ", "));
}
