/** Exercises: what they are to be of, and a set of them to solve. */

import "./styles/training.css";

import { useRef, useState } from "preact/hooks";
import { type Training as TrainingAnswer, type TrainingRequest, training } from "./api";
import { START } from "./chess";
import { LEVELS, type Level, STRUCTURES, TACTICS, themeName, wantedOf } from "./exercises";
import { bytes, many } from "./format";
import { once, useAnswer } from "./hooks";
import { Icon } from "./icons";
import { Mini } from "./mini";
import { withQuery } from "./options";
import { keepOwn, ownGames } from "./own";
import { Choice, Trouble } from "./parts";
import { PlayerInput } from "./player-input";
import { go } from "./router";
import { Solver } from "./solver";

export function Training({ url }: { url: URL }) {
  const wanted = wantedOf(url.searchParams, ownGames);
  return wanted ? <Made key={url.search} wanted={wanted} query={url.searchParams} /> : <Choose url={url} />;
}

/** Where the exercises come from, in a heading. */
function sourceOf(wanted: TrainingRequest): string {
  if ("pgn" in wanted) return wanted.player ? `From your games, for ${wanted.player}` : "From your games";
  if ("player" in wanted) return `From games of ${wanted.player.replace(/,(?=\S)/, ", ")}`;
  return "theme" in wanted ? themeName(wanted.theme) : "From similar positions";
}

function Made({ wanted, query }: { wanted: TrainingRequest; query: URLSearchParams }) {
  const key = query.toString();
  const ask = (signal: AbortSignal) =>
    once(
      `exercises ${key}`,
      () => training(wanted, signal),
      ({ exercises }) => exercises.length > 0,
    );
  const { value, problem, again } = useAnswer(key, ask);
  const others = new URLSearchParams(query);
  others.delete("level");
  const change = withQuery("/training", others);
  if (value?.exercises.length) {
    return (
      <Solver
        name={key}
        title={sourceOf(wanted)}
        exercises={value.exercises}
        isStored={!("pgn" in wanted)}
        change={change}
      >
        <Rejected games={value.rejected} />
      </Solver>
    );
  }
  return (
    <div class="page training">
      <h1>{sourceOf(wanted)}</h1>
      {problem ? (
        <Trouble problem={problem} again={again} />
      ) : value ? (
        <div class="notice">
          <h2>No exercise like that</h2>
          <p>
            {value.positions
              ? `The engine looked at ${many(value.positions, "position")} and found none with one good move of this level.`
              : "No position of these games is like that."}
          </p>
        </div>
      ) : (
        <div class="notice" role="status">
          <h2>Looking for exercises</h2>
          <p>
            The engine goes through the games for positions with one good move. It takes eight seconds at
            most.
          </p>
          <progress aria-label="Looking for exercises" />
        </div>
      )}
      {value && <Rejected games={value.rejected} />}
      <p>
        <a class="button" href={change}>
          Other exercises
        </a>
      </p>
    </div>
  );
}

/** Games of one's own that could not be played through. */
function Rejected({ games }: { games: TrainingAnswer["rejected"] }) {
  if (!games.length) return null;
  return (
    <details>
      <summary>{many(games.length, "game")} could not be read</summary>
      <ul>
        {games.map(({ game, line, reason }) => (
          <li key={game}>
            Game {game}, line {line}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

const SOURCES = [
  { name: "player", label: "A player" },
  { name: "theme", label: "A theme" },
  { name: "fen", label: "A position" },
  { name: "pgn", label: "My games" },
] as const;
type Source = (typeof SOURCES)[number]["name"];

/** The server takes a request of 1 MiB: a file of this size, in bytes, fits. */
const LARGEST = 1_000_000;

const LIMITS = ["5", "10", "20"] as const;

function Choose({ url }: { url: URL }) {
  const query = url.searchParams;
  const asked = query.has("pgn") ? "pgn" : SOURCES.find(({ name }) => query.get(name))?.name;
  const [source, setSource] = useState<Source>(asked ?? "player");
  const [player, setPlayer] = useState(query.get("player") ?? "");
  const [theme, setTheme] = useState(query.get("theme") ?? "fork");
  const [fen, setFen] = useState(query.get("fen")?.replaceAll("_", " ") ?? START);
  const [level, setLevel] = useState<Level>("any");
  const [limit, setLimit] = useState<string>(query.get("limit") ?? "10");
  const [isAsked, setAsked] = useState(false);
  const [own, setOwn] = useState(() => ownGames() ?? "");
  const [tooLarge, setTooLarge] = useState<number | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const missing =
    source === "player" && !player
      ? "Name a player first."
      : source === "pgn" && !own.trim()
        ? "Paste games first, or choose a file."
        : null;
  const begin = () => {
    setAsked(true);
    if (missing) return;
    const wanted = new URLSearchParams();
    if (source === "pgn") {
      wanted.set("pgn", keepOwn(own));
      if (player) wanted.set("player", player);
    } else wanted.set(source, { player, theme, fen: fen.trim().replaceAll(" ", "_") }[source]);
    wanted.set("level", level);
    wanted.set("limit", limit);
    go(withQuery("/training", wanted));
  };
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    const isTooLarge = chosen.size > LARGEST;
    setTooLarge(isTooLarge ? chosen.size : null);
    if (!isTooLarge) setOwn(await chosen.text());
  };
  return (
    <div class="page training">
      <h1>Exercises from your games</h1>
      <p class="lead">
        Positions with one good move, found by the engine in the games that are here, or in your own. Choose
        what they are to be about, and how hard.
      </p>
      {query.has("pgn") && query.has("level") && (
        <p class="note" role="status">
          The games of this address are not here any more. Paste them again, or choose their file.
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
          <span aria-hidden="true">About</span>
          <Choice label="About" name="source" value={source} options={SOURCES} onChange={setSource} />
        </div>
        {source === "player" && (
          <PlayerInput
            label="Player: what could have been found in these games"
            value={player}
            placeholder="Carlsen"
            onName={setPlayer}
          />
        )}
        {source === "theme" && (
          <div class="field">
            <label for="theme">Motif, or pawn structure</label>
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
              <label for="pgn">PGN: chances that came up in these games</label>
              <textarea
                id="pgn"
                rows={8}
                spellcheck={false}
                value={own}
                onInput={(event) => {
                  setOwn(event.currentTarget.value);
                  setTooLarge(null);
                }}
              />
            </div>
            <div class="row">
              <button type="button" onClick={() => file.current?.click()}>
                <Icon name="upload" /> Choose a file
              </button>
              <span class="muted">The server reads it and keeps nothing.</span>
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
            {tooLarge !== null && (
              <p class="wrong" role="alert">
                This file has {bytes(tooLarge)}. Choose one of {bytes(LARGEST)} at most, or{" "}
                <a href="/import">import it</a>.
              </p>
            )}
            <div class="field">
              <label for="whose">Whose chances, all players’ if empty</label>
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
          <span aria-hidden="true">Level: the rating of those who solve half of them</span>
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
        {isAsked && missing && (
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
