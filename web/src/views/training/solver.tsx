/** A set of exercises, solved one after another on the board. */

import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Exercise } from "../../api/client";
import { Board } from "../../board/board";
import { moveNumber, type Step } from "../../board/chess";
import { MoveInput } from "../../board/position-box";
import { focusBoard, useFocusKept } from "../../ui/focus";
import { fullName, result, surname, year } from "../../ui/format";
import { useRemembered } from "../../ui/hooks";
import { Icon } from "../../ui/icons";
import { save } from "../../ui/save";
import { exercisesPgn, solverScore, summary, themeName } from "./exercises";
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

/** The time the opponent takes to reply, in milliseconds, so that it can be seen. */
const PAUSE = 450;

const OUTCOMES: Record<Outcome, { mark: string; text: string }> = {
  open: { mark: "", text: "not solved yet" },
  solved: { mark: "✓", text: "solved" },
  helped: { mark: "~", text: "solved, not at first try" },
  shown: { mark: "–", text: "solution shown" },
};

interface SolverProps {
  /** The name under which its state is remembered. */
  name: string;
  title: string;
  exercises: Exercise[];
  /** Whether their games are in the index. */
  isStored: boolean;
  /** The address of the choice of exercises. */
  change: string;
  /** Notes on the set. */
  children?: ComponentChildren;
}

export function Solver({ name, title, exercises, isStored, change, children }: SolverProps) {
  const [place, setPlace] = useRemembered(`place ${name}`, () => 0);
  const [attempts, setAttempts] = useRemembered(`attempts ${name}`, () => exercises.map(() => NEW_ATTEMPT));
  const exercise = exercises[place] as Exercise;
  const attempt = attempts[place] ?? NEW_ATTEMPT;
  const set = (change: (attempt: Attempt) => Attempt) =>
    setAttempts((all) => all.map((before, at) => (at === place ? change(before) : before)));
  const steps = positions(exercise, attempt);
  const step = steps.at(-1) as Step;
  const isOver = isDone(exercise, attempt);
  const isWaiting = isReplying(exercise, attempt);
  const move = (uci: string) => set((attempt) => tryMove(exercise, attempt, uci));

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => set((attempt) => playReply(exercise, attempt)), PAUSE);
    return () => clearTimeout(timer);
  }, [place, isWaiting, attempt.played.length]);

  /** Goes to an exercise. The board gets the focus, for the button that was pressed is gone. */
  const goTo = (place: number) => {
    setPlace(() => place);
    focusBoard();
  };
  const again = () => {
    set(() => NEW_ATTEMPT);
    focusBoard();
  };
  const buttons = useFocusKept<HTMLDivElement>();

  const outcomes = exercises.map((exercise, at) => outcomeOf(exercise, attempts[at] ?? NEW_ATTEMPT));
  const next = outcomes.findIndex((outcome, at) => at > place && outcome === "open");
  return (
    <div class="workspace play training">
      <section class="left" aria-label="Board">
        <div class="board-row">
          <Board
            fen={step.fen}
            orientation={exercise.color === "black" ? "black" : "white"}
            mode={isOver || isWaiting ? "none" : "legal"}
            lastMove={step.uci ?? exercise.lastMove.uci}
            shapes={shapesOf(exercise, attempt)}
            round={attempt.wrong.length}
            onMove={move}
          />
        </div>
        <div class="position-box solving">
          <p class="muted">
            After {moveNumber(exercise.previousFen)} {exercise.lastMove.san}
          </p>
          <MoveInput position={isOver || isWaiting ? null : step.position} onMove={move} />
        </div>
      </section>
      <section class="right" aria-label="Exercise">
        <div class="toolbar">
          <h1>{title}</h1>
          <span class="spring" />
          <a href={change}>Other exercises</a>
        </div>
        <Progress exercises={exercises} outcomes={outcomes} place={place} onPlace={goTo} />
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
                    set((attempt) => ({ ...attempt, isWrong: false, hintedAt: attempt.played.length }))
                  }
                >
                  Hint
                </button>
                <button type="button" onClick={() => set((attempt) => showSolution(exercise, attempt))}>
                  Show the solution
                </button>
              </>
            )}
            {isOver && next >= 0 && (
              <button type="button" class="primary" onClick={() => goTo(next)}>
                Next exercise
              </button>
            )}
            {isOver && (
              <button type="button" onClick={again}>
                Try again
              </button>
            )}
          </div>
          {isOver && <Solved exercise={exercise} isStored={isStored} />}
        </div>
        <div class="row onward">
          <button type="button" onClick={() => save("tabiya-exercises.pgn", exercisesPgn(exercises))}>
            <Icon name="download" /> All as PGN
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
  const side = exercise.color === "black" ? "Black" : "White";
  const mistake = attempt.isWrong ? attempt.wrong.at(-1) : undefined;
  if (mistake) {
    const other = findAlternative(exercise, attempt);
    if (other)
      return `${other.san} is not the move: ${solverScore(other)} instead of ${solverScore(exercise)}.`;
    return `${mistake.slice(0, 2)} to ${mistake.slice(2, 4)} is not the move. Try again.`;
  }
  if (attempt.isShown) return "This is the solution.";
  if (isDone(exercise, attempt)) return "Correct: solved.";
  if (isReplying(exercise, attempt)) return `Correct: ${steps.at(-1)?.san}.`;
  const solution = exercise.solution[attempt.played.length];
  const hint =
    solution && attempt.hintedAt === attempt.played.length ? ` Look at ${solution.uci.slice(0, 2)}.` : "";
  if (!attempt.played.length) return `${side} to move: find the one good move.${hint}`;
  return `Correct. ${steps.at(-1)?.san} was the reply: your move.${hint}`;
}

/** The solution and the details of an exercise. */
function Solved({ exercise, isStored }: { exercise: Exercise; isStored: boolean }) {
  const { game, alternatives, themes } = exercise;
  const players = `${surname(game.white)} – ${surname(game.black)} ${result(game)}`;
  const view = exercise.color === "black" ? "&view=black" : "";
  return (
    <div class="solved">
      <p>
        <b>
          {moveNumber(exercise.fen)} {exercise.solution.map(({ san }) => san).join(" ")}
        </b>
      </p>
      <p>{summary(exercise)}.</p>
      {alternatives.length > 0 && (
        <dl aria-label="Other moves">
          {alternatives.map((other) => (
            <div key={other.uci}>
              <dt>{other.san}</dt>
              <dd>{solverScore(other)}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul class="themes" aria-label="Themes">
        {themes.map((theme) => (
          <li key={theme} class="tag">
            {themeName(theme)}
          </li>
        ))}
      </ul>
      <p>
        {isStored ? (
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
          {[year(game.date), game.event, exercise.opening].filter((part) => part && part !== "?").join(" · ")}
        </span>
      </p>
    </div>
  );
}

interface ProgressProps {
  exercises: Exercise[];
  outcomes: Outcome[];
  place: number;
  onPlace: (place: number) => void;
}

function Progress({ exercises, outcomes, place, onPlace }: ProgressProps) {
  const solved = outcomes.filter((outcome) => outcome === "solved").length;
  const ended = outcomes.filter((outcome) => outcome !== "open").length;
  return (
    <div class="progress">
      <ol aria-label="Exercises">
        {exercises.map((exercise, at) => {
          const outcome = outcomes[at] ?? "open";
          return (
            <li key={exercise.fen}>
              <button
                type="button"
                class={outcome}
                aria-current={at === place ? "step" : undefined}
                aria-label={`Exercise ${at + 1}, rating ${exercise.rating}, ${OUTCOMES[outcome].text}`}
                onClick={() => onPlace(at)}
              >
                {OUTCOMES[outcome].mark || at + 1}
              </button>
            </li>
          );
        })}
      </ol>
      <p class="muted" role="status">
        {ended} of {exercises.length} done, {solved} solved at first try
      </p>
    </div>
  );
}
