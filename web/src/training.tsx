/** Exercises: what they are to be of, and a set of them to solve. */

import "./styles/training.css";

import { useState } from "preact/hooks";
import { type TrainingRequest, training } from "./api";
import { START } from "./chess";
import { LEVELS, type Level, STRUCTURES, TACTICS, themeName, wantedOf } from "./exercises";
import { many } from "./format";
import { once, useAnswer } from "./hooks";
import { Mini } from "./mini";
import { withQuery } from "./options";
import { Choice, Trouble } from "./parts";
import { PlayerInput } from "./player-input";
import { go } from "./router";
import { Solver } from "./solver";

export function Training({ url }: { url: URL }) {
  const wanted = wantedOf(url.searchParams);
  return wanted ? <Made key={url.search} wanted={wanted} query={url.searchParams} /> : <Choose url={url} />;
}

/** Where the exercises come from, in a heading. */
function sourceOf(wanted: TrainingRequest): string {
  if ("player" in wanted) return `From games of ${wanted.player.replace(/,(?=\S)/, ", ")}`;
  return "theme" in wanted ? themeName(wanted.theme) : "From similar positions";
}

function Made({ wanted, query }: { wanted: TrainingRequest; query: URLSearchParams }) {
  const key = JSON.stringify(wanted);
  const ask = (signal: AbortSignal) => once(`exercises ${key}`, () => training(wanted, signal));
  const { value, problem, again } = useAnswer(key, ask);
  const others = new URLSearchParams(query);
  others.delete("level");
  const change = withQuery("/training", others);
  if (value?.exercises.length) {
    return <Solver name={key} title={sourceOf(wanted)} exercises={value.exercises} change={change} />;
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
      <p>
        <a class="button" href={change}>
          Other exercises
        </a>
      </p>
    </div>
  );
}

const SOURCES = [
  { name: "player", label: "A player" },
  { name: "theme", label: "A theme" },
  { name: "fen", label: "A position" },
] as const;
type Source = (typeof SOURCES)[number]["name"];

const LIMITS = ["5", "10", "20"] as const;

function Choose({ url }: { url: URL }) {
  const query = url.searchParams;
  const [source, setSource] = useState<Source>(SOURCES.find(({ name }) => query.get(name))?.name ?? "player");
  const [player, setPlayer] = useState(query.get("player") ?? "");
  const [theme, setTheme] = useState(query.get("theme") ?? "fork");
  const [fen, setFen] = useState(query.get("fen")?.replaceAll("_", " ") ?? START);
  const [level, setLevel] = useState<Level>("any");
  const [limit, setLimit] = useState<string>(query.get("limit") ?? "10");
  const [isAsked, setAsked] = useState(false);
  const isMissing = source === "player" && !player;
  const begin = () => {
    setAsked(true);
    if (isMissing) return;
    const value = { player, theme, fen: fen.trim().replaceAll(" ", "_") }[source];
    go(withQuery("/training", new URLSearchParams({ [source]: value, level, limit })));
  };
  return (
    <div class="page training">
      <h1>Exercises from your games</h1>
      <p class="lead">
        Positions with one good move, found by the engine in the games that are here. Choose what they are to
        be about, and how hard.
      </p>
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
        {isAsked && isMissing && (
          <p class="wrong" role="alert">
            Name a player first.
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
