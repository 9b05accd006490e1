/** Exercises: the choice of a source, and the set that is made of it. */

import "../../styles/training.css";

import {
  type Status,
  type Training as TrainingAnswer,
  type TrainingRequest,
  training,
} from "../../api/client";
import { usePaste } from "../../board/paste";
import { useFocusCaught } from "../../ui/focus";
import { many } from "../../ui/format";
import { once, useAnswer } from "../../ui/hooks";
import { Trouble } from "../../ui/parts";
import { withQuery } from "../../ui/router";

import { Welcome } from "../welcome";
import { Choose, searchPasted } from "./choose";
import { requestOf, themeName } from "./exercises";
import { ownGames } from "./own";
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
  usePaste(searchPasted);
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
