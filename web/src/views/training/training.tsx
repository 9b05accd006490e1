/** Exercises: the choice of a source, and the set that is made of it. */

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
import { LEVELS, type Level, requestOf, STRUCTURES, TACTICS, themeName } from "./exercises";
import { keepOwn, ownGames } from "./own";
import { Solver } from "./solver";

interface TrainingProps {
  url: URL;
  status: Status | null;
  refresh: () => void;
}

export function Training({ url, status, refresh }: TrainingProps) {
  const request = requestOf(url.searchParams, ownGames);
  useFocusCaught(url.search);
  if (!request) return <Choose url={url} isEmpty={status?.games === 0} />;
  return (
    <Made
      key={url.search}
      request={request}
      query={url.searchParams}
      games={status?.games}
      refresh={refresh}
    />
  );
}

/** Searches positions like the one of a line. */
const search = (line: Line, games: number) => go(withQuery("/", toQuery(line)), false, firstOf(games));

/** The source of the exercises, for a heading. */
function sourceOf(request: TrainingRequest): string {
  if ("pgn" in request) return request.player ? `From your games, for ${request.player}` : "From your games";
  if ("player" in request) return `From games of ${request.player.replace(/,(?=\S)/, ", ")}`;
  return "theme" in request ? themeName(request.theme) : "From similar positions";
}

interface MadeProps {
  request: TrainingRequest;
  query: URLSearchParams;
  /** The number of indexed games; undefined while it is not known. */
  games: number | undefined;
  refresh: () => void;
}

function Made({ request, query, games, refresh }: MadeProps) {
  const key = query.toString();
  const isOwn = "pgn" in request;
  const send = (signal: AbortSignal) =>
    once(
      `exercises ${key}`,
      () => training(request, signal),
      ({ exercises }) => exercises.length > 0,
    );
  // Without games nothing is requested; once there are some, it is.
  const { value, problem, again } = useAnswer(isOwn || games ? `${key} ${isOwn || games}` : null, send);
  usePaste(search);
  useFocusCaught(value ? "found" : "");
  const others = new URLSearchParams(query);
  others.delete("level");
  const change = withQuery("/training", others);
  // Announced when it arrives, to a screen reader too.
  const announcement = (
    <p class="hidden" role="status">
      {value && (value.exercises.length ? many(value.exercises.length, "exercise") : "No exercises found")}
    </p>
  );
  if (value?.exercises.length) {
    return (
      <>
        {announcement}
        <Solver
          name={key}
          title={sourceOf(request)}
          exercises={value.exercises}
          isStored={!("pgn" in request)}
          change={change}
        >
          {value.ended === "time" && (
            <p class="muted">
              {value.exercises.length} of the {request.limit} requested exercises: the engine ran out of time.
            </p>
          )}
          <Rejected games={value.rejected} />
        </Solver>
      </>
    );
  }
  const isUnknown = problem?.status === 422 && /^player: /.test(problem.message);
  if (!isOwn && games === 0) {
    return (
      <div class="page training">
        <Welcome refresh={refresh} />
      </div>
    );
  }
  return (
    <>
      {announcement}
      <div class="page training">
        <h1>{sourceOf(request)}</h1>
        {isUnknown ? (
          <div class="notice" role="status">
            <h2>No such player</h2>
            <p>
              {isOwn ? "None of these games" : "No game in the index"} was played by “{query.get("player")}”.
              A surname is enough; names are suggested while you type.
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
            <h2>No exercises found</h2>
            <p>
              {value.positions
                ? `The engine examined ${many(value.positions, "position")} and found none with a single good move at this level.${value.ended === "time" ? " It ran out of time, so there may be others." : ""}`
                : "No position of these games matches."}
            </p>
          </div>
        ) : (
          <div class="notice" role="status">
            <h2>Looking for exercises</h2>
            <p>
              The engine searches the games for positions with a single good move. It takes at most eight
              seconds.
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

/** The user's own games that could not be read. */
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

/** The most bytes of games: the server accepts requests of 1 MiB, a little of which is not games. */
const LARGEST = (1 << 20) - 1000;

/** The length of a text in a request, in bytes; line ends and quotes take two there. */
const sentBytes = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length;

const LIMITS = ["5", "10", "20"] as const;

function Choose({ url, isEmpty }: { url: URL; isEmpty: boolean }) {
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
    else search(line, games);
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
            label="Player: exercises from this player’s games"
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
