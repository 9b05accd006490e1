/** Exercises: what they are to be of, and a set of them to solve. */

import "../../styles/training.css";

import { useRef, useState } from "preact/hooks";
import {
  type Status,
  type Training as TrainingAnswer,
  type TrainingRequest,
  training,
} from "../../api/client";
import { type Line, START, steps, toQuery } from "../../board/chess";
import { Mini } from "../../board/mini";
import { firstOf, usePaste } from "../../board/paste";
import { useFocusCaught } from "../../ui/focus";
import { bytes, many } from "../../ui/format";
import { once, useAnswer } from "../../ui/hooks";
import { Icon } from "../../ui/icons";
import { Choice, Trouble } from "../../ui/parts";
import { PlayerInput } from "../../ui/player-input";
import { go, withQuery } from "../../ui/router";

import { Welcome } from "../welcome";
import { LEVELS, type Level, STRUCTURES, TACTICS, themeName, wantedOf } from "./exercises";
import { keepOwn, ownGames } from "./own";
import { Solver } from "./solver";

interface TrainingProps {
  url: URL;
  status: Status | null;
  refresh: () => void;
}

export function Training({ url, status, refresh }: TrainingProps) {
  const wanted = wantedOf(url.searchParams, ownGames);
  useFocusCaught(url.search);
  if (!wanted) return <Choose url={url} isEmpty={status?.games === 0} />;
  return (
    <Made key={url.search} wanted={wanted} query={url.searchParams} games={status?.games} refresh={refresh} />
  );
}

/** Looks for what is like a position. */
const search = (line: Line, games: number) => go(withQuery("/", toQuery(line)), false, firstOf(games));

/** Where the exercises come from, in a heading. */
function sourceOf(wanted: TrainingRequest): string {
  if ("pgn" in wanted) return wanted.player ? `From your games, for ${wanted.player}` : "From your games";
  if ("player" in wanted) return `From games of ${wanted.player.replace(/,(?=\S)/, ", ")}`;
  return "theme" in wanted ? themeName(wanted.theme) : "From similar positions";
}

interface MadeProps {
  wanted: TrainingRequest;
  query: URLSearchParams;
  /** How many are stored; undefined while that is not known. */
  games: number | undefined;
  refresh: () => void;
}

function Made({ wanted, query, games, refresh }: MadeProps) {
  const key = query.toString();
  const isOwn = "pgn" in wanted;
  const ask = (signal: AbortSignal) =>
    once(
      `exercises ${key}`,
      () => training(wanted, signal),
      ({ exercises }) => exercises.length > 0,
    );
  // Of no games nothing is asked; of those that came since it is.
  const { value, problem, again } = useAnswer(isOwn || games ? `${key} ${isOwn || games}` : null, ask);
  usePaste(search);
  useFocusCaught(value ? "found" : "");
  const others = new URLSearchParams(query);
  others.delete("level");
  const change = withQuery("/training", others);
  // What comes after a while is heard where the words were awaited.
  const heard = (
    <p class="hidden" role="status">
      {value && (value.exercises.length ? many(value.exercises.length, "exercise") : "No exercise like that")}
    </p>
  );
  if (value?.exercises.length) {
    return (
      <>
        {heard}
        <Solver
          name={key}
          title={sourceOf(wanted)}
          exercises={value.exercises}
          isStored={!("pgn" in wanted)}
          change={change}
        >
          {value.ended === "time" && (
            <p class="muted">
              {value.exercises.length} of the {wanted.limit} that were asked for: the engine’s time was up.
            </p>
          )}
          <Rejected games={value.rejected} />
        </Solver>
      </>
    );
  }
  const isUnknown = problem?.status === 422 && /^player: no game /.test(problem.message);
  if (!isOwn && games === 0) {
    return (
      <div class="page training">
        <Welcome refresh={refresh} />
      </div>
    );
  }
  return (
    <>
      {heard}
      <div class="page training">
        <h1>{sourceOf(wanted)}</h1>
        {isUnknown ? (
          <div class="notice" role="status">
            <h2>Nobody of that name</h2>
            <p>
              None of {isOwn ? "these games" : "the games here"} is of “{query.get("player")}”. A surname is
              enough, and while you type one the names that are here are shown.
            </p>
            {!isOwn && (
              <div class="row">
                <a class="button" href="/import">
                  Import games
                </a>
              </div>
            )}
          </div>
        ) : problem ? (
          <Trouble problem={problem} again={again} />
        ) : value ? (
          <div class="notice">
            <h2>No exercise like that</h2>
            <p>
              {value.positions
                ? `The engine looked at ${many(value.positions, "position")} and found none with one good move of this level.${value.ended === "time" ? " Its time was up then: there may be some among the others." : ""}`
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
    </>
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

/** The server takes a request of 1 MiB, of which some is not games; in bytes. */
const LARGEST = (1 << 20) - 1000;

/** How long a text is in a request, in bytes: line ends and quotes are two there. */
const sentBytes = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length;

const LIMITS = ["5", "10", "20"] as const;

function Choose({ url, isEmpty }: { url: URL; isEmpty: boolean }) {
  const query = url.searchParams;
  const asked = query.has("pgn") ? "pgn" : SOURCES.find(({ name }) => query.get(name))?.name;
  const [source, setSource] = useState<Source>(asked ?? "player");
  const [player, setPlayer] = useState(query.get("player") ?? "");
  const [theme, setTheme] = useState(query.get("theme") ?? "fork");
  const [fen, setFen] = useState(query.get("fen")?.replaceAll("_", " ") ?? START);
  const [level, setLevel] = useState<Level>("any");
  const [limit, setLimit] = useState<string>(query.get("limit") ?? "10");
  const [isAsked, setAsked] = useState(false);
  const [own, setOwnText] = useState(() => ownGames() ?? "");
  /** By how much what was taken last is too large, in bytes. */
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
    else search(line, games);
  });
  const begin = () => {
    setAsked(true);
    if (missing || (source === "pgn" && sentBytes(own) > LARGEST)) return;
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
    if (chosen.size > LARGEST) setTooLarge(chosen.size - LARGEST);
    else setOwn(await chosen.text());
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
        {isEmpty && source !== "pgn" && (
          <p class="note" role="status">
            There are no games here yet. <a href="/import">Import some</a>, or choose “My games”.
          </p>
        )}
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
                onInput={(event) => setOwn(event.currentTarget.value)}
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
            {tooLarge > 0 && (
              <p class="wrong" role="alert">
                That is {bytes(tooLarge)} too much: the server takes {bytes(LARGEST)} at a time. Take fewer
                games, or <a href="/import">import them</a>.
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
