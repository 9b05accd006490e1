/** The choice of exercises: their source, level and number. */

import { useRef, useState } from "preact/hooks";
import { type Line, START, steps, toQuery } from "../../board/chess";
import { Mini } from "../../board/mini";
import { firstOf, usePaste } from "../../board/paste";
import { bytes } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { Choice } from "../../ui/parts";
import { PlayerInput } from "../../ui/player-input";
import { go, withQuery } from "../../ui/router";
import { LEVELS, type Level, STRUCTURES, TACTICS, themeName } from "./exercises";
import { keepOwn, ownGames } from "./own";

/** Searches positions like the pasted one. */
export const searchPasted = (line: Line, games: number) =>
  go(withQuery("/", toQuery(line)), false, firstOf(games));

const SOURCES = [
  { name: "player", label: "A player" },
  { name: "theme", label: "A theme" },
  { name: "fen", label: "A position" },
  { name: "pgn", label: "My games" },
] as const;
type Source = (typeof SOURCES)[number]["name"];

/** The most bytes of games: the server accepts requests of 1 MiB, a little of which is not games. */
const LARGEST = (1 << 20) - 1000;

/** The length of a text in a request, in bytes; line ends and quotes take two there. */
const sentBytes = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length;

const LIMITS = ["5", "10", "20"] as const;

export function Choose({ url, isEmpty }: { url: URL; isEmpty: boolean }) {
  const query = url.searchParams;
  const named = query.has("pgn") ? "pgn" : SOURCES.find(({ name }) => query.get(name))?.name;
  const [source, setSource] = useState<Source>(named ?? "player");
  const [player, setPlayer] = useState(query.get("player") ?? "");
  const [theme, setTheme] = useState(query.get("theme") ?? "fork");
  const [fen, setFen] = useState(query.get("fen")?.replaceAll("_", " ") ?? START);
  const [level, setLevel] = useState<Level>("any");
  const [limit, setLimit] = useState<string>(query.get("limit") ?? "10");
  const [isSubmitted, setSubmitted] = useState(false);
  const [own, setOwnText] = useState(() => ownGames() ?? "");
  /** By how much the last text or file is too large, in bytes. */
  const [tooLarge, setTooLarge] = useState(0);
  const file = useRef<HTMLInputElement>(null);
  const missing =
    source === "player" && !player
      ? "Name a player first."
      : source === "pgn" && !own.trim()
        ? "Paste games first, or choose a file."
        : null;
  const setOwn = (text: string) => {
    setOwnText(text);
    setTooLarge(Math.max(0, sentBytes(text) - LARGEST));
  };
  usePaste((line, games, text) => {
    if (source === "pgn" && games) setOwn(text);
    else if (source === "fen") setFen(steps(line).at(-1)?.fen ?? line.fen);
    else searchPasted(line, games);
  });
  const begin = () => {
    setSubmitted(true);
    if (missing || (source === "pgn" && sentBytes(own) > LARGEST)) return;
    const chosen = new URLSearchParams();
    if (source === "pgn") {
      chosen.set("pgn", keepOwn(own));
      if (player) chosen.set("player", player);
    } else chosen.set(source, { player, theme, fen: fen.trim().replaceAll(" ", "_") }[source]);
    chosen.set("level", level);
    chosen.set("limit", limit);
    go(withQuery("/training", chosen));
  };
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > LARGEST) setTooLarge(chosen.size - LARGEST);
    else setOwn(await chosen.text());
  };
  return (
    <div class="page training">
      <h1>Exercises from your games</h1>
      <p class="lead">
        Positions with a single good move, found by the engine in the games of the index or in your own.
        Choose a source and a level.
      </p>
      {query.has("pgn") && query.has("level") && (
        <p class="note" role="status">
          The games of this link are gone. Paste them again, or choose their file.
        </p>
      )}
      <form
        class="panel choose"
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <div class="field">
          <span aria-hidden="true">Source</span>
          <Choice label="Source" name="source" value={source} options={SOURCES} onChange={setSource} />
        </div>
        {isEmpty && source !== "pgn" && (
          <p class="note" role="status">
            There are no games yet. <a href="/import">Import some</a>, or choose “My games”.
          </p>
        )}
        {source === "player" && (
          <PlayerInput
            label="Player: what this player could have found"
            value={player}
            placeholder="Carlsen"
            onName={setPlayer}
          />
        )}
        {source === "theme" && (
          <div class="field">
            <label for="theme">Motif or pawn structure</label>
            <select id="theme" value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
              <optgroup label="Motifs">
                {TACTICS.map((name) => (
                  <option key={name} value={name}>
                    {themeName(name)}
                  </option>
                ))}
              </optgroup>
              <optgroup label="Structures">
                {STRUCTURES.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </optgroup>
            </select>
          </div>
        )}
        {source === "fen" && (
          <div class="with-board">
            <Mini fen={fen} orientation="white" />
            <div class="field">
              <label for="fen">FEN: exercises from games with similar positions</label>
              <input
                id="fen"
                type="text"
                spellcheck={false}
                autocomplete="off"
                value={fen}
                onInput={(event) => setFen(event.currentTarget.value)}
              />
            </div>
          </div>
        )}
        {source === "pgn" && (
          <>
            <div class="field">
              <label for="pgn">PGN: exercises from these games</label>
              <textarea
                id="pgn"
                rows={8}
                spellcheck={false}
                value={own}
                onInput={(event) => setOwn(event.currentTarget.value)}
              />
            </div>
            <div class="row">
              <button type="button" onClick={() => file.current?.click()}>
                <Icon name="upload" /> Choose a file
              </button>
              <span class="muted">The server reads the games and keeps nothing.</span>
              <input
                ref={file}
                type="file"
                hidden
                accept=".pgn,application/x-chess-pgn"
                aria-label="PGN file"
                onChange={(event) => {
                  read(event.currentTarget.files?.[0]);
                  event.currentTarget.value = "";
                }}
              />
            </div>
            {tooLarge > 0 && (
              <p class="wrong" role="alert">
                That is {bytes(tooLarge)} too much: the server accepts {bytes(LARGEST)} at a time. Choose
                fewer games, or <a href="/import">import them</a>.
              </p>
            )}
            <div class="field">
              <label for="whose">Whose moves (everyone’s if empty)</label>
              <input
                id="whose"
                type="text"
                spellcheck={false}
                autocomplete="off"
                value={player}
                onInput={(event) => setPlayer(event.currentTarget.value)}
              />
            </div>
          </>
        )}
        <div class="field">
          <span aria-hidden="true">Level: the rating of players who solve half of them</span>
          <Choice label="Level" name="level" value={level} options={LEVELS} onChange={setLevel} />
        </div>
        <label class="select">
          <span>Exercises</span>
          <select value={limit} onChange={(event) => setLimit(event.currentTarget.value)}>
            {[...new Set([...LIMITS, limit])].map((number) => (
              <option key={number} value={number}>
                {number}
              </option>
            ))}
          </select>
        </label>
        {isSubmitted && missing && (
          <p class="wrong" role="alert">
            {missing}
          </p>
        )}
        <div>
          <button type="submit" class="primary">
            Make exercises
          </button>
        </div>
      </form>
    </div>
  );
}
