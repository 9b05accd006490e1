/** Exercises: the choice of a source, and the set that is made of it, which the browser keeps. */

import { t } from "../../language/language";
import "../../styles/play.css";
import "../../styles/training.css";

import { useState } from "preact/hooks";
import type { Status, Training as TrainingAnswer, TrainingRequest } from "../../api/client";
import { wrongPosition } from "../../board/chess";
import { usePaste } from "../../board/paste";
import { useFocusCaught } from "../../ui/focus";
import { Trouble, WrongPosition } from "../../ui/parts";
import { withQuery } from "../../ui/router";

import { Welcome } from "../welcome";
import { Choose, searchPasted } from "./choose";
import { requestOf, sourceOf } from "./exercises";
import { exercisesOf, type KeptSet, type Model, setOf, withSet } from "./kept";
import { useMaking } from "./making";
import { ownGames } from "./own";
import { Solver } from "./solver";
import { change, useKept } from "./store";

interface TrainingProps {
  url: URL;
  status: Status | null;
  refresh: () => void;
}

export function Training({ url, status, refresh }: TrainingProps) {
  const query = url.searchParams;
  const request = requestOf(query, ownGames);
  const { kept } = useKept();
  const key = query.toString();
  const set = setOf(kept, key);
  useFocusCaught(url.search);
  if (!request && !set?.fens.length) return <Choose url={url} isEmpty={status?.games === 0} />;
  return <Made key={key} request={request} query={query} set={set} games={status?.games} refresh={refresh} />;
}

interface MadeProps {
  /** Null if the set is kept, but not what it was made of. */
  request: TrainingRequest | null;
  query: URLSearchParams;
  set: KeptSet | undefined;
  /** The number of indexed games; undefined while it is not known. */
  games: number | undefined;
  refresh: () => void;
}

function Made({ request, query, set, games, refresh }: MadeProps) {
  const key = query.toString();
  const isOwn = query.has("pgn");
  const { kept, isFull } = useKept();
  const title = set?.title ?? (request ? sourceOf(request) : "");
  const [isEmptySet] = useState(() => set?.fens.length === 0);
  // Without games nothing is requested; once there are some, it is. A set without exercises is asked for again.
  const wrong = request && "fen" in request ? wrongPosition(request.fen) : null;
  const isAllowed = Boolean(isOwn || games) && !wrong;
  const { isMaking, problem, again } = useMaking(key, title, isAllowed ? request : null, isEmptySet);
  usePaste(searchPasted);
  const exercises = set ? exercisesOf(kept, set) : [];
  useFocusCaught(exercises.length ? "found" : "");
  const others = new URLSearchParams(query);
  others.delete("level");
  others.delete("due");
  const choice = withQuery("/training", others);
  const isEnded = set !== undefined && !isMaking && (set.ended !== null || !request);
  // Announced when the first is there, and at the end, to a screen reader too.
  const announcement = (
    <p class="hidden" role="status">
      {isEnded &&
        (exercises.length ? t("{n|count} exercise{{s}}", { n: exercises.length }) : t("No exercises found"))}
    </p>
  );
  if (set && exercises.length) {
    const isMore = isEnded && request && set.ended !== "all";
    return (
      <>
        {announcement}
        <Solver
          set={set}
          exercises={exercises}
          isMaking={isMaking}
          choice={choice}
          onMore={
            isMore
              ? () =>
                  change((kept) =>
                    withSet(
                      kept,
                      { ...set, wanted: set.fens.length + request.limit, ended: null },
                      new Date(),
                    ),
                  )
              : undefined
          }
        >
          {problem && <Trouble problem={problem} again={again} />}
          {isEnded && exercises.length < set.wanted && (
            <p class="muted">
              {t(
                set.ended === "all"
                  ? "{n} of the {all} requested exercises: there are no more."
                  : "{n} of the {all} requested exercises so far.",
                { n: exercises.length, all: set.wanted },
              )}
            </p>
          )}
          {isFull && (
            <p class="note" role="status">
              {t(
                "The browser keeps no more: this progress is lost when the page is closed. Remove old sets under “Other exercises”, or export them.",
              )}
            </p>
          )}
          <Rejected games={set.rejected} />
          <Models models={set.models ?? []} />
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
        <h1>{title}</h1>
        {isUnknown ? (
          <div class="notice" role="status">
            <h2>{t("No such player")}</h2>
            <p>
              {t(
                isOwn
                  ? "None of these games was played by “{player}”."
                  : "No game in the index was played by “{player}”.",
                { player: query.get("player") ?? "" },
              )}{" "}
              {t("A surname is enough; names are suggested while you type.")}
            </p>
            {!isOwn && (
              <div class="row">
                <a class="button" href="/import">
                  {t("Import games")}
                </a>
              </div>
            )}
          </div>
        ) : wrong ? (
          <WrongPosition text={wrong} />
        ) : problem ? (
          <Trouble problem={problem} again={again} />
        ) : isEnded ? (
          <div class="notice">
            <h2>{t("No exercises found")}</h2>
            <p>
              {set.positions
                ? t(
                    "The engine examined {n|count} position{{s}} and found none with a single good move at this level.",
                    { n: set.positions },
                  )
                : t("No position of these games matches.")}
              {set.positions > 0 &&
                set.ended === "time" &&
                ` ${t("It ran out of time, so there may be others.")}`}
            </p>
          </div>
        ) : (
          <div class="notice" role="status">
            <h2>{t("Looking for exercises")}</h2>
            <p>
              {t(
                "The engine searches the games for positions with a single good move. The first one usually comes within a second or two, the others while you solve it.",
              )}
            </p>
            <progress aria-label={t("Looking for exercises")} />
          </div>
        )}
        {isEnded && <Rejected games={set.rejected} />}
        {isEnded && <Models models={set.models ?? []} />}
        <p>
          <a class="button" href={choice}>
            {t("Other exercises")}
          </a>
        </p>
      </div>
    </>
  );
}

/** Games of masters in which the right move was played. */
function Models({ models }: { models: Model[] }) {
  if (!models.length) return null;
  return (
    <section class="panel" aria-label={t("Model games")}>
      <h2>{t("Model games")}</h2>
      <p class="muted">{t("Masters had similar positions, and played the right move.")}</p>
      <ul>
        {models.map(({ game, players, ply, san }) => (
          <li key={`${game} ${ply}`}>
            <a href={`/games/${game}?ply=${ply}`}>{t("{players}: {move}", { players, move: san })}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The user's own games that could not be read. */
function Rejected({ games }: { games: TrainingAnswer["rejected"] }) {
  if (!games.length) return null;
  return (
    <details>
      <summary>{t("{n|count} game{{s}} could not be read", { n: games.length })}</summary>
      <ul>
        {games.map(({ game, line, reason }) => (
          <li key={game}>
            {t("Game {game}, line {line}:", { game, line })} <span lang="en">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
