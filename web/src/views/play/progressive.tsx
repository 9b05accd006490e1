/** Progressive chess: find the mate. The server creates the positions, by level and number. */

import { t } from "../../language/language";
import "../../styles/play.css";
import "../../styles/training.css";

import type { Key } from "chessground/types";
import type { Color } from "chessops/types";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Problem, type Puzzle, progressive, puzzle as requestPuzzle } from "../../api/client";
import { Board } from "../../board/board";
import type { Step } from "../../board/chess";
import { MoveInput } from "../../board/position-box";
import { Stepper } from "../../board/stepper";
import { useAnswer, useRemembered, useStored, useTitle } from "../../ui/hooks";
import { Icon } from "../../ui/icons";
import { Choice, Trouble, unless } from "../../ui/parts";
import { go, withQuery } from "../../ui/router";

import { checksEarly, LEVELS, type LevelName, playSeries } from "./series";

/** The puzzle of an address: `?level=2&number=17&play=d4d3,d3c2`. */
interface Task {
  level: LevelName;
  /** From 1; the same number is the same position. */
  number: number;
  played: string[];
}

function taskOf(query: URLSearchParams): Task {
  const number = Number.parseInt(query.get("number") ?? "", 10);
  return {
    level: LEVELS.find(({ name }) => name === query.get("level"))?.name ?? "1",
    number: number >= 1 && number <= 1e9 ? number : 1,
    played: query.get("play")?.split(",").filter(Boolean) ?? [],
  };
}

function addressOf({ level, number, played }: Task): string {
  const query = new URLSearchParams({ level, number: String(number) });
  if (played.length) query.set("play", played.join(","));
  return withQuery("/progressive", query);
}

/** The hardest of the puzzles of a number: the greatest grade, then the fewest mates. */
async function hardest(level: LevelName, number: number, signal: AbortSignal): Promise<Puzzle> {
  const { moves, tries } = LEVELS.find(({ name }) => name === level) ?? LEVELS[0];
  let best: Puzzle | null = null;
  for (let at = 0; at < tries; at++) {
    const next = await requestPuzzle(moves, (number - 1) * tries + at, signal);
    const isHarder =
      !best || next.grade > best.grade || (next.grade === best.grade && next.solutions < best.solutions);
    if (isHarder) best = next;
  }
  if (!best) throw new Problem(0, t("The server created no position."));
  return best;
}

export function Progressive({ url }: { url: URL }) {
  const task = taskOf(url.searchParams);
  const { level, number } = task;
  const answer = useAnswer(`${level} ${number}`, (signal) => hardest(level, number, signal));
  const [stored, store] = useStored("progressive-solved", "");
  const solved = stored.split(",").filter(Boolean);
  const name = `${level}-${number}`;
  // While there is no new answer, the old one is of another position.
  const puzzle = answer.isLoading || answer.problem ? null : answer.value;
  useTitle(t("Progressive chess"));
  return (
    <div class="workspace play progressive">
      <Solving
        task={task}
        puzzle={puzzle}
        isFailed={answer.problem !== null}
        // A position counts once, however often it is solved.
        onSolved={() => solved.includes(name) || store([...solved, name].join(","))}
      >
        <div class="toolbar">
          <h1>{t("Progressive chess: find the mate")}</h1>
          <span class="spring" />
          <a href="/play">{t("Play a game")}</a>
        </div>
        <p class="muted">
          {t("One side makes several moves in a row. Only the last may give check, and it must mate.")}
        </p>
        <div class="row">
          <Choice
            label={t("Level")}
            name="level"
            value={level}
            options={LEVELS}
            onChange={(level) => go(addressOf({ level, number: 1, played: [] }))}
          />
          <span class="spring" />
          <span class="muted">{t("{n|count} mate{{s}} found so far", { n: solved.length })}</span>
        </div>
        {answer.problem && <Trouble problem={answer.problem} again={answer.again} />}
      </Solving>
    </div>
  );
}

/** The board while a position is being created. */
const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";

interface SolvingProps {
  task: Task;
  /** Null while there is none. */
  puzzle: Puzzle | null;
  /** Whether the request for it failed. */
  isFailed: boolean;
  onSolved: () => void;
  children: ComponentChildren;
}

function Solving({ task, puzzle, isFailed, onSolved, children }: SolvingProps) {
  const fen = puzzle?.fen ?? EMPTY;
  const moves = puzzle?.moves ?? 1;
  const { steps, state } = playSeries(fen, moves, puzzle ? task.played : []);
  const step = steps.at(-1) as Step;
  const side: Color = fen.split(" ")[1] === "b" ? "black" : "white";
  const [isTurned, setTurned] = useState(false);
  const view: Color = isTurned === (side === "white") ? "black" : "white";
  const [early, setEarly] = useState("");
  const [tries, setTries] = useState(0);
  /** The positions whose solution was shown. */
  const [shownOf, setShownOf] = useRemembered<string[]>("progressive shown", () => []);
  const isShown = shownOf.includes(fen);
  const [hint, setHint] = useState<{ fen: string; text: string; square: string | null } | null>(null);
  const left = moves - (steps.length - 1);
  const isOpen = puzzle !== null && state === "open";

  const show = (played: string[], replace = false) => {
    setEarly("");
    go(addressOf({ ...task, played }), replace);
  };
  const played = steps.slice(1).map(({ uci }) => uci ?? "");
  const move = (uci: string) => {
    if (left > 1 && step.position && checksEarly(step.position, uci)) {
      setEarly(
        t("{from} to {to} gives check: only the last move may.", {
          from: uci.slice(0, 2),
          to: uci.slice(2, 4),
        }),
      );
      setTries(tries + 1);
      return;
    }
    if (playSeries(fen, moves, [...played, uci]).state === "mate" && !isShown) onSolved();
    show([...played, uci]);
  };
  const requestHint = async () => {
    try {
      const answer = await progressive(step.fen, left);
      const square = answer.mates[0]?.uci.slice(0, 2) ?? null;
      const text = square
        ? t("There is still a mate. Look at {square}.", { square })
        : answer.verdict === "noMate"
          ? t("There is no mate from here. Take back a move.")
          : t("It is not known whether there is a mate from here.");
      setHint({ fen: step.fen, text, square });
    } catch (error) {
      setHint({
        fen: step.fen,
        text: error instanceof Problem ? error.message : String(error),
        square: null,
      });
    }
  };
  const isMate = state === "mate";
  const hinted = hint?.fen === step.fen ? hint : null;
  const statusText = !puzzle
    ? isFailed
      ? t("There is no position.")
      : t("Creating a position…")
    : early ||
      {
        open: t(
          side === "white"
            ? "White mates in exactly {n} move{{s}}: {left} to go."
            : "Black mates in exactly {n} move{{s}}: {left} to go.",
          { n: moves, left },
        ),
        mate: isShown ? t("This is one of the mates.") : t("Correct: checkmate."),
        noMate: t("{n} move{{s}} and no mate. Take back and try again.", { n: moves }),
        stuck: t("No legal move is left. Take back and try again."),
      }[state];
  return (
    <>
      <section class="left" aria-label={t("Board")}>
        <div class="board-row">
          <Board
            fen={step.fen}
            orientation={view}
            mode={isOpen ? "legal" : "none"}
            lastMove={step.uci}
            round={tries}
            shapes={hinted?.square ? [{ orig: hinted.square as Key, brush: "accent" }] : []}
            onMove={move}
          />
        </div>
        <Stepper
          ply={steps.length - 1}
          last={steps.length - 1}
          onStep={(ply) => show(played.slice(0, ply))}
          orientation={view}
          onFlip={() => setTurned(!isTurned)}
        />
        <div class="position-box solving">
          <ol class="muted series" aria-label={t("Moves")}>
            {steps.slice(1).map(({ san }, at) => (
              <li key={`${at} ${san}`}>{`${at + 1}. ${san}`}</li>
            ))}
          </ol>
          <MoveInput position={isOpen ? step.position : null} onMove={move} />
        </div>
      </section>
      <section class="right" aria-label={t("Find the mate")}>
        {children}
        <div class="panel" aria-busy={!puzzle && !isFailed}>
          <p class={`status-line ${early || state === "noMate" ? "wrong" : ""}`} role="status">
            {statusText}
          </p>
          <p class="muted">
            {puzzle
              ? t("Position {number}, grade {grade} of 5, {n|count} mating position{{s}}", {
                  number: task.number,
                  grade: puzzle.grade,
                  n: puzzle.solutions,
                })
              : " "}
          </p>
          <div class="row">
            <button type="button" {...unless(!played.length, () => show(played.slice(0, -1)))}>
              <Icon name="back" /> {t("Take back")}
            </button>
            <button type="button" {...unless(!isOpen, requestHint)}>
              {t("Hint")}
            </button>
            <button
              type="button"
              {...unless(!puzzle || isMate, () => {
                setShownOf((all) => [...all, fen]);
                show(puzzle?.mate.uci.split(" ") ?? []);
              })}
            >
              {t("Show a mate")}
            </button>
            <button
              type="button"
              class={isMate ? "primary" : ""}
              {...unless(!puzzle, () => {
                setEarly("");
                go(addressOf({ level: task.level, number: task.number + 1, played: [] }));
              })}
            >
              {t("Next position")}
            </button>
          </div>
          <p class="muted" aria-live="polite">
            {hinted?.text ?? " "}
          </p>
        </div>
      </section>
    </>
  );
}
