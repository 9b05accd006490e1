/** A board to move on, to set up and to paste to, next to similar positions or an analysis. */

import type { Api } from "chessground/api";
import type { Piece } from "chessops/types";
import { useRef, useState } from "preact/hooks";
import type { Status } from "../api/client";
import { Board } from "../board/board";
import {
  fromQuery,
  type Line,
  parsePasted,
  type Step,
  steps,
  toQuery,
  withBoard,
  withFields,
  withMove,
} from "../board/chess";
import { EvalBar } from "../board/eval-bar";
import { Moves } from "../board/moves";
import { firstOf, usePaste } from "../board/paste";
import { PositionBox } from "../board/position-box";
import { SetupFields, Spare } from "../board/setup";
import { Stepper } from "../board/stepper";
import { Icon } from "../ui/icons";
import { currentNote, go, withQuery } from "../ui/router";
import { Analysis, useAnalysis } from "./analysis/analysis";
import { addressOf, type Options, optionsOf, withOptions } from "./search/options";
import { Search, useSearch } from "./search/search";
import { Welcome } from "./welcome";

interface WorkspaceProps {
  url: URL;
  status: Status | null;
  refresh: () => void;
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
  const setter = useRef<HTMLButtonElement>(null);
  const [note, setNote] = useState(currentNote);
  const analysis = useAnalysis(step, !isSearch);
  const isEmpty = status?.games === 0;
  const search = useSearch(isSearch && !isEmpty ? step.fen : null, options, status?.games ?? null);

  const show = (line: Line, replace = false) => {
    setNote("");
    go(addressOf(url.pathname, line, options), replace);
  };
  const set = (changed: Partial<Options>) => go(addressOf(url.pathname, line, withOptions(options, changed)));
  const stepTo = (ply: number) => show({ ...line, ply }, true);
  const setFen = (fen: string) => show({ fen, moves: [], ply: 0 });
  const move = (uci: string) => show(withMove(line, uci));

  const take = (line: Line, games: number) => {
    show(line);
    setNote(firstOf(games));
  };
  /** Shows a typed FEN or PGN; false if the text is neither. */
  const takeText = (text: string): boolean => {
    const parsed = parsePasted(text);
    if (parsed) take(parsed.line, parsed.games);
    return parsed !== null;
  };
  usePaste(take, () => setNote("The pasted text is neither a FEN nor a PGN."));

  const bottom = options.view;
  const top = bottom === "white" ? "black" : "white";
  return (
    <div class={`workspace${isSearch ? "" : " analysing"}`}>
      <section
        class="left"
        aria-label="Position"
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !isSetup) return;
          if (hand) return setHand(null);
          setSetup(false);
          setter.current?.focus();
        }}
      >
        {isSetup && <Spare color={top} hand={hand} onHand={setHand} board={board} />}
        <div class="board-row">
          {!isSearch && <EvalBar pv={analysis.thought.analysis?.pvs[0] ?? null} orientation={options.view} />}
          <Board
            fen={step.fen}
            orientation={options.view}
            mode={isSetup ? "free" : "legal"}
            hand={isSetup ? hand : null}
            lastMove={step.uci}
            shapes={isSearch ? search.shapes : analysis.shapes}
            squares={isSearch ? undefined : analysis.squares}
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
            ref={setter}
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
        <PositionBox step={step} onTake={takeText} onMove={move} />
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
          <a
            class="button"
            href={withQuery("/training", new URLSearchParams({ fen: step.fen.replaceAll(" ", "_") }))}
          >
            Exercises
          </a>
        </nav>
      </section>
      <section class="right" aria-label={isSearch ? "Similar positions" : "Analysis"}>
        {isSearch ? (
          isEmpty ? (
            <Welcome refresh={refresh} />
          ) : (
            <Search search={search} fen={step.fen} options={options} set={set} />
          )
        ) : (
          <Analysis step={step} analysis={analysis} onMove={move} />
        )}
      </section>
    </div>
  );
}
