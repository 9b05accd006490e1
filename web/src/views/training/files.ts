/** Exercises as files for other programs, as the server writes them: lichess's puzzle CSV, and notes that Anki imports. */

import type { Exercise } from "../../api/client";
import { variation } from "../../keep/sheet";
import { hashOf } from "../../ui/hash";

/** Lichess's columns, and Tabiya's own. */
const COLUMNS = [
  ...["PuzzleId", "FEN", "Moves", "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes", "GameUrl"],
  ...["OpeningTags", "Found", "Alternatives", "Ply", "Game"],
];

/** Half of the interval of four in five, in standard deviations. */
const DEVIATIONS = 1.2816;

const uci = (moves: { uci: string }[]) => moves.map(({ uci }) => uci).join(" ");

/** The address of a game, if its Site tag is one. */
const addressOf = ({ game }: Exercise) => (game.site?.startsWith("http") ? game.site : "");

/** `831 Sutovsky, Emil - Carlsen, Magnus, 6th EU-chT, 2005.06.18` */
const sourceOf = ({ game }: Exercise) =>
  `${game.id} ${game.white.name ?? "?"} - ${game.black.name ?? "?"}, ${game.event ?? "?"}, ${game.date ?? "?"}`;

/** `Sicilian_Defense Sicilian_Defense_Najdorf_Variation` */
function openingTags(name: string | null): string {
  const tag = (name: string) => name.replaceAll(/[^\p{L}\p{N}\s-]/gu, "").replaceAll(/\s+/g, "_");
  const family = name?.split(":")[0] ?? "";
  return !name ? "" : family === name ? tag(name) : `${tag(family)} ${tag(name)}`;
}

/** A row for each: the position before the opponent's last move, that move and the solution. */
export function exercisesCsv(exercises: Exercise[]): string {
  const rows = exercises.map((exercise) => {
    const [low = 0, high = 0] = exercise.interval;
    return [
      hashOf(exercise.fen).toString(36),
      exercise.previousFen,
      uci([exercise.lastMove, ...exercise.solution]),
      exercise.rating,
      Math.round((high - low) / 2 / DEVIATIONS),
      ...[0, 0],
      exercise.themes.join(" "),
      addressOf(exercise),
      openingTags(exercise.opening),
      exercise.found ?? "",
      uci(exercise.alternatives),
      exercise.ply,
      sourceOf(exercise),
    ];
  });
  const cell = (value: unknown) =>
    /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(",")}\n`).join("");
}

/** A note for each; columns have the names of the fields of Basic, of Anki-Chess, and others. */
export function exercisesAnki(exercises: Exercise[]): string {
  const columns = [
    "Front",
    "Back",
    "PGN",
    "textField",
    "FEN",
    "Moves",
    "Solution",
    "Rating",
    "Source",
    "Tags",
  ];
  const headers = [
    "#separator:tab",
    "#html:true",
    "#notetype:Basic",
    `#columns:${columns.join("\t")}`,
    `#tags column:${columns.length}`,
  ];
  const notes = exercises.map((exercise) => {
    const { fen, solution, rating, themes, mistake } = exercise;
    const side = exercise.color === "black" ? "Black" : "White";
    const line = variation(
      fen,
      solution.map(({ san }) => san),
    ).replaceAll("… ", "... ");
    const kind = mistake ? `${mistake}; ` : "";
    const address = escaped(addressOf(exercise));
    const source = escaped(sourceOf(exercise)) + (address && ` <a href="${address}">${address}</a>`);
    const others = exercise.alternatives.map(({ san }) => san).join(", ");
    const note = [
      `${board(fen)}<br>${side} to move, after ${exercise.lastMove.san}<br><small>${fen}</small>`,
      `<b>${line}</b><br>not ${others}<br>${kind}rating ${rating}; ${themes.join(", ")}<br>${source}`,
      `[SetUp "1"] [FEN "${fen}"] [Result "*"] ${line} *`,
      `${side} to move; ${kind}rating ${rating}; ${source}`,
      fen,
      uci(solution),
      line,
      String(rating),
      source,
      [...themes, ...(mistake ? [mistake.replaceAll(" ", "_")] : [])].join(" "),
    ];
    return note.map((field) => `"${field.replaceAll('"', '""')}"`).join("\t");
  });
  return [...headers, ...notes].map((row) => `${row}\n`).join("");
}

/** Text within HTML, also within an attribute. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const SYMBOLS: Record<string, string> = {
  ...{ P: "♙", N: "♘", B: "♗", R: "♖", Q: "♕", K: "♔" },
  ...{ p: "♟", n: "♞", b: "♝", r: "♜", q: "♛", k: "♚" },
};

/** A board as a table, seen from the side to move. */
function board(fen: string): string {
  const [placement = "", turn] = fen.split(" ");
  const squares = placement
    .replaceAll(/\d/g, (empty) => " ".repeat(Number(empty)))
    .split("/")
    .map((rank, y) =>
      [...rank].map((piece, x) => {
        const color = (x + y) % 2 ? "#b58863" : "#f0d9b5";
        // The selector keeps pawns from being drawn as emoji.
        const symbol = piece in SYMBOLS ? `${SYMBOLS[piece]}\ufe0e` : "";
        return `<td bgcolor=${color} width=40>${symbol}</td>`;
      }),
    );
  if (turn === "b") squares.reverse().forEach((rank) => void rank.reverse());
  const rows = squares.map((rank) => `<tr>${rank.join("")}</tr>`).join("");
  const style = "color:#000;font-size:32px;line-height:40px";
  return `<table cellspacing=0 cellpadding=0 align=center style="${style}">${rows}</table>`;
}
