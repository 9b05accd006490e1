/** A board to set up, to move on, to paste to; beside it what is like it, or what is to be said of it. */

import type { Api } from "chessground/api";
import type { Color, Piece } from "chessops/types";
import { useEffect, useState } from "preact/hooks";
import { type Status, similar } from "./api";
import { Board } from "./board";
import {
  fromQuery,
  type Line,
  pasted,
  type Step,
  steps,
  toQuery,
  typedMove,
  withBoard,
  withFields,
  withMove,
} from "./chess";
import { bestMove, EngineLines, EvalBar, useEngine } from "./engine";
import { useAnswer, useKept } from "./hooks";
import { Icon } from "./icons";
import { drawn, MotifList, useMotif, useMotifs } from "./motifs";
import { Choice, Moves, Stepper, Toggle, Trouble } from "./parts";
import { Coming, Results, Summary } from "./results";
import { go } from "./router";
import { SetupFields, Spare } from "./setup";
import { PROFILES, type Profile } from "./terms";
import { Welcome } from "./welcome";

interface WorkspaceProps {
  url: URL;
  status: Status | null;
  refresh: () => void;
}

/** What an address says beside the position. */
interface Options {
  scoring: Profile;
  limit: number;
  sameTurn: boolean;
  flip: boolean;
  view: Color;
}

const LIMITS = ["10", "20", "50"] as const;

function optionsOf(query: URLSearchParams): Options {
  const limit = Number.parseInt(query.get("limit") ?? "", 10);
  return {
    scoring: PROFILES.find(({ name }) => name === query.get("scoring"))?.name ?? "tabiya",
    limit: limit >= 1 && limit <= 1000 ? limit : 10,
    sameTurn: query.get("turn") === "same",
    flip: query.get("flip") === "true",
    view: query.get("view") === "black" ? "black" : "white",
  };
}

function addressOf(path: string, line: Line, options: Options): string {
  const query = toQuery(line);
  if (options.scoring !== "tabiya") query.set("scoring", options.scoring);
  if (options.limit !== 10) query.set("limit", String(options.limit));
  if (options.sameTurn) query.set("turn", "same");
  if (options.flip) query.set("flip", "true");
  if (options.view === "black") query.set("view", "black");
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  return text ? `${path}?${text}` : path;
}

export function Workspace({ url, status, refresh }: WorkspaceProps) {
  const isSearch = url.pathname === "/";
  const line = fromQuery(url.searchParams);
  const options = optionsOf(url.searchParams);
  const all = steps(line);
  const step = all[Math.min(line.ply, all.length - 1)] as Step;
  const [isSetup, setSetup] = useState(false);
  const [hand, setHand] = useState<Piece | "trash" | null>(null);
  const [board, setBoard] = useState<Api | null>(null);
  const [note, setNote] = useState("");
  const [engine, keepEngine] = useKept("engine", "on");
  const isThinking = !isSearch && engine === "on" && step.position !== null;
  const thought = useEngine(isThinking ? step.fen : null);
  const motifs = useMotifs(isSearch ? null : step.fen);
  const chosen = useMotif(step.fen);
  const drawing = drawn(chosen.motif);

  const show = (line: Line, replace = false) => {
    setNote("");
    go(addressOf(url.pathname, line, options), replace);
  };
  const set = (changed: Partial<Options>) => go(addressOf(url.pathname, line, { ...options, ...changed }));
  const stepTo = (ply: number) => show({ ...line, ply }, true);
  const setFen = (fen: string) => show({ fen, moves: [], ply: 0 });
  const move = (uci: string) => show(withMove(line, uci));

  /** Takes what was pasted or typed; false if it is neither FEN nor PGN. */
  const take = (text: string): boolean => {
    const found = pasted(text);
    if (!found) return false;
    show(found.line);
    if (found.games > 1)
      setNote(`This is the first of ${found.games} games. Import them to search them all.`);
    return true;
  };

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.matches("input:not(.position), textarea")) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (take(text)) event.preventDefault();
      else if (!target.matches("input")) setNote("What was pasted is neither a FEN nor a PGN.");
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  });

  const isEmpty = status?.games === 0;
  const bottom = options.view;
  const top = bottom === "white" ? "black" : "white";
  return (
    <div class={`workspace${isSearch ? "" : " analysing"}`}>
      <section class="left" aria-label="Position">
        {isSetup && <Spare color={top} hand={hand} onHand={setHand} board={board} />}
        <div class="board-row">
          {!isSearch && <EvalBar pv={thought.analysis?.pvs[0] ?? null} orientation={options.view} />}
          <Board
            fen={step.fen}
            orientation={options.view}
            mode={isSetup ? "free" : "legal"}
            hand={isSetup ? hand : null}
            lastMove={step.uci}
            shapes={drawing.shapes.length ? drawing.shapes : chosen.motif ? [] : bestMove(thought.analysis)}
            squares={drawing.squares}
            onMove={move}
            onEdit={(edited) => {
              const [, turn, castling = "-"] = step.fen.split(" ");
              setFen(withFields(withBoard(step.fen, edited), turn === "b" ? "b" : "w", castling));
            }}
            onReady={setBoard}
          />
        </div>
        {isSetup && <Spare color={bottom} hand={hand} onHand={setHand} board={board} />}
        <Stepper
          ply={line.ply}
          last={all.length - 1}
          onStep={stepTo}
          orientation={options.view}
          onFlip={() => set({ view: top })}
        >
          <button
            type="button"
            class="text-tool"
            aria-pressed={isSetup}
            onClick={() => {
              setSetup(!isSetup);
              setHand(null);
            }}
          >
            <Icon name="edit" /> Set up
          </button>
        </Stepper>
        {isSetup && <SetupFields fen={step.fen} onFen={setFen} />}
        <PositionBox step={step} onTake={take} onMove={move} />
        {note && (
          <p class="note" role="status">
            {note}
          </p>
        )}
        <Moves steps={all} ply={line.ply} onStep={stepTo} />
        <nav class="row onward" aria-label="With this position">
          {isSearch ? (
            <a class="button" href={addressOf("/analysis", line, options)}>
              Analyse
            </a>
          ) : (
            <a class="button" href={addressOf("/", line, options)}>
              Find similar positions
            </a>
          )}
          <a class="button" href={`/play?${toQuery({ fen: step.fen, moves: [], ply: 0 })}`}>
            Play from here
          </a>
        </nav>
      </section>
      <section class="right" aria-label={isSearch ? "Similar positions" : "Analysis"}>
        {isSearch ? (
          isEmpty ? (
            <Welcome refresh={refresh} />
          ) : (
            <Search step={step} options={options} set={set} games={status?.games ?? 0} />
          )
        ) : (
          <>
            <div class="toolbar">
              <h1>{motifs.value?.opening ? motifs.value.opening.name : "Analysis"}</h1>
              {motifs.value?.opening && <span class="tag">{motifs.value.opening.eco}</span>}
              <span class="spring" />
              <Toggle
                label="Engine"
                checked={engine === "on"}
                onChange={(isOn) => keepEngine(isOn ? "on" : "off")}
              />
            </div>
            {isThinking && <EngineLines fen={step.fen} thought={thought} onMove={move} />}
            <MotifList answer={motifs} of={chosen} />
          </>
        )}
      </section>
    </div>
  );
}

interface SearchProps {
  step: Step;
  options: Options;
  set: (changed: Partial<Options>) => void;
  games: number;
}

function Search({ step, options, set, games }: SearchProps) {
  const request = {
    fen: step.fen,
    scoring: options.scoring,
    limit: options.limit,
    turn: options.sameTurn ? ("same" as const) : ("any" as const),
    flip: options.flip,
  };
  const answer = useAnswer(JSON.stringify([request, games]), (signal) => similar(request, signal), 60);
  const { value, problem } = answer;
  return (
    <>
      <div class="toolbar">
        <h1 class="hidden">Similar positions</h1>
        <Choice
          label="Profile"
          name="scoring"
          value={options.scoring}
          options={PROFILES}
          onChange={(scoring) => set({ scoring })}
        />
        <Toggle
          label="Same side to move"
          checked={options.sameTurn}
          onChange={(sameTurn) => set({ sameTurn })}
        />
        <Toggle label="Colours reversed too" checked={options.flip} onChange={(flip) => set({ flip })} />
        <label class="select">
          <span>Show</span>
          <select
            value={String(options.limit)}
            onChange={(event) => set({ limit: Number(event.currentTarget.value) })}
          >
            {[...new Set([...LIMITS, String(options.limit)])].map((limit) => (
              <option key={limit} value={limit}>
                {limit}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Summary similar={problem ? null : value} />
      {problem ? (
        <Trouble problem={problem} again={answer.again} />
      ) : value ? (
        value.hits.length ? (
          <Results similar={value} orientation={options.view} isLoading={answer.isLoading} />
        ) : (
          <div class="notice">
            <h2>Nothing like it</h2>
            <p>No position of these games can be found yet: positions count from White’s 13th move on.</p>
          </div>
        )
      ) : (
        <Coming cards={options.limit} />
      )}
    </>
  );
}

/** The position as a FEN, to copy and to type; and a move to type. */
function PositionBox({
  step,
  onTake,
  onMove,
}: {
  step: Step;
  onTake: (text: string) => boolean;
  onMove: (uci: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [move, setMove] = useState("");
  const isWrong = typed !== null && typed.trim() !== "" && !isPosition(typed);
  const uci = move && step.position ? typedMove(step.position, move) : null;
  return (
    <div class="position-box">
      <label>
        <span>FEN, or paste a FEN or PGN anywhere</span>
        <input
          class="position"
          type="text"
          spellcheck={false}
          autocomplete="off"
          value={typed ?? step.fen}
          aria-invalid={isWrong}
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            if (isPosition(text)) onTake(text);
          }}
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => {
            if (event.key === "Enter") setTyped(null);
          }}
        />
      </label>
      <label class="typed-move">
        <span>Move</span>
        <input
          type="text"
          spellcheck={false}
          autocomplete="off"
          placeholder="Nf3"
          value={move}
          disabled={!step.position}
          aria-invalid={move.length > 1 && !uci}
          onInput={(event) => setMove(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !uci) return;
            onMove(uci);
            setMove("");
          }}
        />
      </label>
    </div>
  );
}

/** Whether a text is a whole FEN, or enough of one. */
function isPosition(text: string): boolean {
  const [board = ""] = text.trim().split(/[\s_]/);
  const ranks = board.split("/");
  const isWhole = (rank: string) =>
    [...rank].reduce((sum, letter) => sum + (Number.parseInt(letter, 10) || 1), 0) === 8;
  return ranks.length === 8 && ranks.every((rank) => /^[1-8pnbrqk]+$/i.test(rank) && isWhole(rank));
}
