/** A set of exercises, solved one after another on the board, and stepped through when they are. */

import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Exercise } from "../../api/client";
import { Board } from "../../board/board";
import { moveNumber, type Step, toQuery } from "../../board/chess";
import { themeName } from "../../board/motifs";
import { Moves } from "../../board/moves";
import { MoveInput } from "../../board/position-box";
import { Stepper } from "../../board/stepper";
import { openSheet } from "../../keep/sheet";
import type { Plain } from "../../language/catalogue";
import { t } from "../../language/language";
import { focusBoard, useFocusKept } from "../../ui/focus";
import { fullName, isolated, joined, result, surname, year } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { withQuery } from "../../ui/router";
import { save } from "../../ui/save";
import { exercisesPgn, exercisesSheet, solverScore, summary } from "./exercises";
import { exercisesAnki, exercisesCsv } from "./files";
import { isSolved, type KeptExercise, type KeptSet, setOf, withOutcome, withSet } from "./kept";
import { scheduleAfter } from "./schedule";
import {
  type Attempt,
  findAlternative,
  isDone,
  isReplying,
  NEW_ATTEMPT,
  type Outcome,
  outcomeOf,
  playReply,
  positions,
  showSolution,
  tryMove,
} from "./solving";
import { change, current } from "./store";

/** The time the opponent takes to reply, in milliseconds, so that it can be seen. */
const PAUSE = 450;

const OUTCOMES: Record<Outcome, { mark: string; text: Plain }> = {
  open: { mark: "", text: "not solved yet" },
  solved: { mark: "✓", text: "solved" },
  helped: { mark: "~", text: "solved, not at first try" },
  shown: { mark: "–", text: "solution shown" },
};

interface SolverProps {
  set: KeptSet;
  /** Its exercises, at least one. */
  exercises: KeptExercise[];
  /** Whether more are being made. */
  isMaking: boolean;
  /** The address of the choice of exercises. */
  choice: string;
  /** Requests more; undefined if there are none. */
  onMore: (() => void) | undefined;
  /** Notes on the set. */
  children?: ComponentChildren;
}

/** Changes the set of that key. */
const changeSet = (key: string, to: (set: KeptSet) => KeptSet) =>
  change((kept) => {
    const set = setOf(kept, key);
    return set ? withSet(kept, to(set), new Date()) : kept;
  });

/** Enters a first outcome into the diary; a mistake, or what was one before, comes again. */
const finish = (key: string, { fen }: Exercise, outcome: Outcome) =>
  change((kept) => {
    const now = new Date();
    const set = setOf(kept, key);
    if (!set || outcome === "open" || set.counted.includes(fen)) return kept;
    const schedule = scheduleAfter(kept.mistakes[fen], isSolved(outcome), now);
    const mistakes = schedule ? { ...kept.mistakes, [fen]: schedule } : kept.mistakes;
    return withOutcome({ ...kept, mistakes }, set, fen, outcome, now);
  });

export function Solver({ set, exercises, isMaking, choice, onMore, children }: SolverProps) {
  const { key } = set;
  const place = Math.min(set.place, exercises.length - 1);
  const exercise = exercises[place] as KeptExercise;
  const attempt = set.attempts[place] ?? NEW_ATTEMPT;
  /** The ply that is looked at after the end, of which attempt; null stands for the last one. */
  const [seen, setSeen] = useState<{ attempt: Attempt; ply: number } | null>(null);
  const [turnedOf, setTurnedOf] = useState<string | null>(null);
  const setAttempt = (change: (attempt: Attempt) => Attempt) => {
    const after = change(setOf(current(), key)?.attempts[place] ?? NEW_ATTEMPT);
    changeSet(key, (set) => ({
      ...set,
      place,
      attempts: set.attempts.map((before, at) => (at === place ? after : before)),
    }));
    finish(key, exercise, outcomeOf(exercise, after));
  };
  const steps = positions(exercise, attempt);
  const isOver = isDone(exercise, attempt);
  const last = steps.length - 1;
  const ply = isOver && seen?.attempt === attempt ? Math.min(seen.ply, last) : last;
  const step = steps[ply] as Step;
  const isWaiting = isReplying(exercise, attempt);
  const side = exercise.color === "black" ? "black" : "white";
  const opposite = side === "white" ? "black" : "white";
  const view = turnedOf === exercise.fen ? opposite : side;
  const move = (uci: string) => setAttempt((attempt) => tryMove(exercise, attempt, uci));
  const show = (ply: number) => setSeen({ attempt, ply });

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setAttempt((attempt) => playReply(exercise, attempt)), PAUSE);
    return () => clearTimeout(timer);
  }, [exercise.fen, isWaiting, attempt.played.length]);

  /** Goes to an exercise. The board gets the focus, for the button that was pressed is gone. */
  const goTo = (place: number) => {
    changeSet(key, (set) => ({ ...set, place }));
    focusBoard();
  };
  const again = () => {
    setAttempt(() => NEW_ATTEMPT);
    focusBoard();
  };
  const buttons = useFocusKept<HTMLDivElement>();

  const outcomes = exercises.map((exercise, at) => outcomeOf(exercise, set.attempts[at] ?? NEW_ATTEMPT));
  const line = toQuery({ fen: exercise.fen, moves: attempt.played, ply });
  if (side === "black") line.set("view", "black");
  const analysis = withQuery("/analysis", line);
  const next = outcomes.findIndex((outcome, at) => at > place && outcome === "open");
  return (
    <div class="workspace play training">
      <section class="left" aria-label={t("Board")}>
        <div class="board-row">
          <Board
            fen={step.fen}
            orientation={view}
            mode={isOver || isWaiting ? "none" : "legal"}
            lastMove={step.uci ?? exercise.lastMove.uci}
            shapes={isOver ? [] : shapesOf(exercise, attempt)}
            round={attempt.wrong.length}
            onMove={move}
          />
        </div>
        <Stepper
          ply={ply}
          last={isOver ? last : ply}
          onStep={(to) => isOver && show(to)}
          orientation={view}
          onFlip={() => setTurnedOf(turnedOf === exercise.fen ? null : exercise.fen)}
        />
        <div class="position-box solving">
          <p class="muted">
            {t("After {move}", {
              move: `${moveNumber(exercise.previousFen)} ${exercise.lastMove.san}`,
            })}
          </p>
          <MoveInput position={isOver || isWaiting ? null : step.position} onMove={move} />
        </div>
      </section>
      <section class="right" aria-label={t("Exercise")}>
        <div class="toolbar">
          <h1>{set.title}</h1>
          <span class="spring" />
          <a href={choice}>{t("Other exercises")}</a>
        </div>
        <Progress
          exercises={exercises}
          outcomes={outcomes}
          place={place}
          coming={isMaking ? set.wanted - exercises.length : 0}
          onPlace={goTo}
        />
        <div class="panel">
          <p class={`status-line ${attempt.isWrong ? "wrong" : isOver ? "right-line" : ""}`} role="status">
            {statusText(exercise, attempt, steps)}
          </p>
          <div class="row" ref={buttons}>
            {!isOver && (
              <>
                <button
                  type="button"
                  onClick={() =>
                    setAttempt((attempt) => ({
                      ...attempt,
                      isWrong: false,
                      hintedAt: attempt.played.length,
                    }))
                  }
                >
                  {t("Hint")}
                </button>
                <button
                  type="button"
                  onClick={() => setAttempt((attempt) => showSolution(exercise, attempt))}
                >
                  {t("Show the solution")}
                </button>
              </>
            )}
            {isOver && next >= 0 && (
              <button type="button" class="primary" onClick={() => goTo(next)}>
                {t("Next exercise")}
              </button>
            )}
            {isOver && next < 0 && onMore && (
              <button type="button" class="primary" onClick={onMore}>
                {t("More exercises")}
              </button>
            )}
            {isOver && (
              <>
                <button type="button" onClick={again}>
                  {t("Try again")}
                </button>
                <a class="button" href={analysis}>
                  {t("Analyse")}
                </a>
              </>
            )}
          </div>
          {isOver && (
            <>
              <Moves steps={steps} ply={ply} onStep={show} />
              <Solved exercise={exercise} attempt={attempt} />
            </>
          )}
        </div>
        <div class="row onward">
          <button type="button" onClick={() => save("tabiya-exercises.pgn", exercisesPgn(exercises))}>
            <Icon name="download" /> {t("All as PGN")}
          </button>
          <button
            type="button"
            onClick={() => save("tabiya-exercises.csv", exercisesCsv(exercises), "text/csv")}
          >
            <Icon name="download" /> {t("As CSV")}
          </button>
          <button
            type="button"
            onClick={() =>
              save("tabiya-exercises.txt", exercisesAnki(exercises), "text/tab-separated-values")
            }
          >
            <Icon name="download" /> {t("For Anki")}
          </button>
          <button type="button" onClick={() => openSheet(exercisesSheet(set.title, exercises))}>
            {t("Print")}
          </button>
        </div>
        {children}
      </section>
    </div>
  );
}

/** Draws a hint as a circle around the piece that moves, and a wrong move as an arrow. */
function shapesOf(exercise: Exercise, attempt: Attempt): DrawShape[] {
  const shapes: DrawShape[] = [];
  const wrong = attempt.isWrong ? attempt.wrong.at(-1) : undefined;
  if (wrong) shapes.push({ orig: wrong.slice(0, 2) as Key, dest: wrong.slice(2, 4) as Key, brush: "red" });
  const solution = exercise.solution[attempt.played.length];
  if (attempt.hintedAt === attempt.played.length && solution && !isDone(exercise, attempt)) {
    shapes.push({ orig: solution.uci.slice(0, 2) as Key, brush: "accent" });
  }
  return shapes;
}

/** The task, or the result of the last move. */
function statusText(exercise: Exercise, attempt: Attempt, steps: Step[]): string {
  const mistake = attempt.isWrong ? attempt.wrong.at(-1) : undefined;
  if (mistake) {
    const other = findAlternative(exercise, attempt);
    if (other)
      return t("{move} is not the move: {score} instead of {best}.", {
        move: other.san,
        score: solverScore(other),
        best: solverScore(exercise),
      });
    return t("{from} to {to} is not the move. Try again.", {
      from: mistake.slice(0, 2),
      to: mistake.slice(2, 4),
    });
  }
  const last = steps.at(-1)?.san ?? "";
  if (attempt.isShown) return t("This is the solution.");
  if (isDone(exercise, attempt)) return t("Correct: solved.");
  if (isReplying(exercise, attempt)) return t("Correct: {move}.", { move: last });
  const solution = exercise.solution[attempt.played.length];
  const isHinted = solution && attempt.hintedAt === attempt.played.length;
  const hint = isHinted ? ` ${t("Look at {square}.", { square: solution.uci.slice(0, 2) })}` : "";
  const task =
    exercise.color === "black"
      ? t("Black to move: find the one good move.")
      : t("White to move: find the one good move.");
  return (
    (attempt.played.length ? t("Correct. {move} was the reply: your move.", { move: last }) : task) + hint
  );
}

/** The solution and the details of an exercise. */
function Solved({ exercise, attempt }: { exercise: KeptExercise; attempt: Attempt }) {
  const { game, alternatives, themes } = exercise;
  const variation = typeof game.variationPly === "number" ? t("variation") : null;
  const players = `${surname(game.white)} – ${surname(game.black)} ${result(game)}`;
  const view = exercise.color === "black" ? "&view=black" : "";
  const isOther = attempt.played.join() !== exercise.solution.map(({ uci }) => uci).join();
  return (
    <div class="solved">
      {isOther && (
        <p>
          {t("The engine’s solution: {moves}", {
            moves: `${moveNumber(exercise.fen)} ${exercise.solution.map(({ san }) => san).join(" ")}`,
          })}
        </p>
      )}
      <p>{summary(exercise)}.</p>
      {alternatives.length > 0 && (
        <dl aria-label={t("Other moves")}>
          {alternatives.map((other) => (
            <div key={other.uci}>
              <dt>{other.san}</dt>
              <dd>{solverScore(other)}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul class="themes" aria-label={t("Themes")}>
        {themes.map((theme) => (
          <li key={theme} class="tag">
            {themeName(theme)}
          </li>
        ))}
      </ul>
      <p>
        {!exercise.isOwn ? (
          <a
            href={`/games/${game.id}?ply=${exercise.ply}${view}`}
            title={`${fullName(game.white)} – ${fullName(game.black)}`}
          >
            {players}
          </a>
        ) : (
          <a href={`/analysis?fen=${exercise.fen.replaceAll(" ", "_")}${view}`}>{players}</a>
        )}{" "}
        <span class="muted">
          {joined([year(game.date), isolated(game.event ?? ""), variation, exercise.opening])}
        </span>
      </p>
    </div>
  );
}

interface ProgressProps {
  exercises: Exercise[];
  outcomes: Outcome[];
  place: number;
  /** How many more may come. */
  coming: number;
  onPlace: (place: number) => void;
}

/** The most places that are held for exercises to come. Guessed: two rows. */
const MOST_COMING = 20;

function Progress({ exercises, outcomes, place, coming, onPlace }: ProgressProps) {
  const solved = outcomes.filter((outcome) => outcome === "solved").length;
  const ended = outcomes.filter((outcome) => outcome !== "open").length;
  return (
    <div class="progress">
      <ol aria-label={t("Exercises")}>
        {exercises.map((exercise, at) => {
          const outcome = outcomes[at] ?? "open";
          return (
            <li key={exercise.fen}>
              <button
                type="button"
                class={outcome}
                aria-current={at === place ? "step" : undefined}
                aria-label={t("Exercise {n}, rating {rating}, {outcome}", {
                  n: at + 1,
                  rating: exercise.rating,
                  outcome: t(OUTCOMES[outcome].text),
                })}
                onClick={() => onPlace(at)}
              >
                {OUTCOMES[outcome].mark || at + 1}
              </button>
            </li>
          );
        })}
        {Array.from({ length: Math.min(coming, MOST_COMING) }, (_, at) => (
          <li key={`coming ${exercises.length + at}`} class="coming" aria-hidden="true" />
        ))}
      </ol>
      <p class="muted" role="status">
        {t("{n} of {all} done, {solved} solved at first try", { n: ended, all: exercises.length, solved })}
        {coming > 0 && `; ${t("looking for more")}`}
      </p>
    </div>
  );
}
