/** Bughouse: two boards with pockets and clocks, for people and engines at any of the four seats. */

import { t } from "../../language/language";
import "../../styles/bughouse.css";
import "../../styles/play.css";

import type { Color } from "chessops/types";
import { opposite } from "chessops/util";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { onConnection, type Problem } from "../../api/client";
import { useNewest, useTitle } from "../../ui/hooks";
import { Icon } from "../../ui/icons";
import { Tool, Trouble, unless } from "../../ui/parts";
import { save } from "../../ui/save";
import { useEngineSeat } from "./engine-seat";
import {
  clampClocks,
  clocksNow,
  type Match,
  matchBpgn,
  move,
  newMatch,
  pause,
  resign,
  start,
  tick,
  turnText,
} from "./match";
import {
  adviceText,
  fallenFlag,
  outcomeText,
  partnerOf,
  SEATS,
  type Seat,
  SIDES,
  seatName,
  seatToMove,
  sideOf,
  TEAMS,
} from "./rules";
import { TableBoard } from "./table-board";

/** The times to choose from, for each player and the whole game, in minutes; 0: no clocks. */
const TIMES = [1, 2, 3, 5, 10, 0] as const;

/** How often the clocks are drawn, in milliseconds. */
const TICK = 100;

/** The match, kept while the page is open; it is paused while another view is shown. */
let kept: Match | null = null;

export function BughouseView() {
  const [match, set] = useState<Match>(
    () => kept ?? newMatch({ A: "person", a: "medium", B: "medium", b: "medium" }, 3),
  );
  const latest = useRef(match);
  latest.current = match;
  const [view, setView] = useState<Color>("white");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [, redraw] = useState(0);
  const { table, players, isBegun } = match;
  const isRunning = match.since !== null;
  const isOver = table.outcome !== null;

  useTitle(t("Bughouse"));
  useEffect(
    () => () => {
      kept = pause(latest.current);
    },
    [],
  );
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      const clocks = clocksNow(latest.current, performance.now());
      if (clocks && fallenFlag(clocks)) set((match) => tick(match, performance.now()));
      else redraw((times) => times + 1);
    }, TICK);
    return () => clearInterval(timer);
  }, [isRunning]);

  const onFailure = (problem: Problem) => {
    // Nobody loses on time because the server does not answer.
    set(pause);
    setProblem(problem);
  };
  const resume = () => {
    setProblem(null);
    set(start);
  };
  const begin = () => {
    setProblem(null);
    set((match) => newMatch(match.players, match.next));
  };
  const isAway = problem?.status === 0;
  // A match that was paused because the server was away goes on when it is back.
  useLayoutEffect(
    () => (isAway ? onConnection((isConnected) => isConnected && resume()) : undefined),
    [isAway],
  );
  const onAnswer = (seat: Seat, uci: string | null, words: string[]) =>
    set((match) => {
      // The match was paused, or another one was begun, while the engine was thinking.
      if (match.since === null || seatToMove(match.table, sideOf(seat)) !== seat) return match;
      const text = words.map(adviceText).join(", ");
      const isNew = text && match.talk.findLast((one) => one.seat === seat)?.words !== text;
      const talk = isNew ? [...match.talk, { seat, words: text }] : match.talk;
      return { ...(uci ? move(match, sideOf(seat), uci) : match), talk };
    });
  for (const side of SIDES) useEngineSeat({ match, latest, side, isRunning, onAnswer, onFailure });

  const people = SEATS.filter((seat) => players[seat] === "person");
  // One person of each team may resign for it.
  const captains = TEAMS.map((team) => team.find((seat) => people.includes(seat)));
  const resigning = captains.filter((seat) => seat !== undefined);
  // Partners talk to each other alone; with engines at all seats everything is shown.
  const shown = match.talk
    .map((one, at) => ({ ...one, at }))
    .filter(({ seat }) => !people.length || people.includes(partnerOf(seat)));
  const talk = useNewest<HTMLDivElement>(shown.length);
  const plies = useNewest<HTMLOListElement>(table.plies.length);
  const text = table.outcome
    ? outcomeText(table.outcome)
    : isRunning
      ? turnText(table, people)
      : isBegun
        ? t("Paused.")
        : t("Choose the players and start.");
  const now = clocksNow(match, performance.now());
  const clocks = now && clampClocks(now);
  return (
    <div class="bughouse">
      <section class="table-head" aria-label={t("Game")}>
        <h1>{t("Bughouse")}</h1>
        <p class="status-line" role="status">
          {text}
        </p>
        {problem && <Trouble problem={problem} again={resume} />}
        <div class="row">
          <button
            type="button"
            class="primary"
            {...unless(isOver, () => (isRunning ? set(pause) : resume()))}
          >
            {isRunning ? t("Pause") : isBegun && !isOver ? t("Resume") : t("Start")}
          </button>
          <button type="button" {...unless(!isBegun, () => begin())}>
            {t("New game")}
          </button>
          {resigning.length < 2 ? (
            <button
              type="button"
              {...unless(!isRunning || !people.length, () =>
                set((match) => resign(match, resigning[0] as Seat)),
              )}
            >
              {t("Resign")}
            </button>
          ) : (
            resigning.map((seat) => (
              <button
                key={seat}
                type="button"
                {...unless(!isRunning, () => set((match) => resign(match, seat)))}
              >
                {t("{player} resigns", { player: seatName(seat) })}
              </button>
            ))
          )}
          <Tool icon="flip" label={t("Flip the boards")} onClick={() => setView(opposite(view))} />
        </div>
        <a href="/play">{t("Play a game")}</a>
      </section>
      {SIDES.map((side) => (
        <TableBoard
          key={side}
          side={side}
          table={table}
          // Partners sit side by side.
          view={side === 0 ? view : opposite(view)}
          clocks={clocks}
          players={players}
          isRunning={isRunning}
          onMove={(uci) => set((match) => move(match, side, uci))}
          onPlayer={(seat, player) =>
            set((match) => ({ ...match, players: { ...match.players, [seat]: player } }))
          }
        />
      ))}
      <section class="table" aria-label={t("Talk and moves")}>
        <div class="panel">
          <label class="select">
            <span>{t("Time per player")}</span>
            <select
              value={String(match.next)}
              onChange={(event) => {
                const next = Number(event.currentTarget.value);
                set((match) => (match.isBegun ? { ...match, next } : newMatch(match.players, next)));
              }}
            >
              {TIMES.map((time) => (
                <option key={time} value={String(time)}>
                  {time === 0 ? t("no clocks") : t("{n} minute{{s}}", { n: time })}
                </option>
              ))}
            </select>
          </label>
          {isBegun && match.next !== match.minutes && (
            <p class="note" role="status">
              {t("Applies from the next game on.")}
            </p>
          )}
          <p class="muted rules">
            {t(
              "Your partner drops what you capture, and you drop what your partner captures. Mate on one board ends the game on both. You may wait to move for as long as your clock allows.",
            )}
          </p>
        </div>
        <div class="panel">
          <h2>{t("Partners say")}</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
          <div class="talk" role="log" aria-label={t("Partners say")} tabIndex={0} ref={talk}>
            {shown.length === 0 && (
              <p class="muted">{t("An engine tells its partner here which pieces it needs.")}</p>
            )}
            {shown.map(({ seat, words, at }) => (
              <p key={at}>
                <b>{seatName(seat)}:</b> {words}
              </p>
            ))}
          </div>
        </div>
        <div class="panel">
          <h2>{t("Moves")}</h2>
          {table.plies.length === 0 && <p class="muted">{t("No moves yet.")}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
          <ol class="plies" aria-label={t("Moves")} tabIndex={0} ref={plies} hidden={!table.plies.length}>
            {table.plies.map(({ seat, number, san }) => (
              <li key={`${number}${seat}`}>
                <span class="muted">
                  {number}
                  {seat}.
                </span>{" "}
                {san}
              </li>
            ))}
          </ol>
          <div class="row">
            <button
              type="button"
              {...unless(!table.plies.length, () => save("tabiya-bughouse.bpgn", matchBpgn(match)))}
            >
              <Icon name="download" /> BPGN
            </button>
          </div>
        </div>
      </section>
    </div>
  );
}
