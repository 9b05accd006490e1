/** A board to move on, to set up and to paste to, next to similar positions or an analysis. */

import type { Api } from "chessground/api";
import type { Piece } from "chessops/types";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Status } from "../api/client";
import { Board } from "../board/board";
import {
  canonical,
  fromQuery,
  type Line,
  START,
  type Step,
  steps,
  toQuery,
  withBoard,
  withFields,
  wrongPosition,
} from "../board/chess";
import { useDrop } from "../board/drop";
import { EvalBar } from "../board/eval-bar";
import { Moves } from "../board/moves";
import { usePaste } from "../board/paste";
import { PositionBox } from "../board/position-box";
import { Stepper } from "../board/stepper";
import { keep, keepAddress, type Taken, take, takeFiles, takeText, useStudy } from "../board/study";
import { grow, lineAt, onward, type Path, pathOf, treeOfLine } from "../board/tree";
import { SaveAndShare } from "../keep/open";
import { t } from "../language/language";
import { useMedia } from "../ui/hooks";
import { Icon } from "../ui/icons";
import { lazy } from "../ui/lazy";
import { WrongPosition } from "../ui/parts";
import { currentNote, go, withQuery } from "../ui/router";
import type { Drawing } from "./analysis/analysis";
import { FirstVisit } from "./search/first-visit";
import { PHONE } from "./search/layer";
import { addressOf, type Options, optionsOf, withOptions } from "./search/options";
import { Search, useSearch } from "./search/search";

// A position is set up now and then: not a part of a first visit.
const SetupFields = lazy(() => import("../board/setup").then((part) => part.SetupFields), null);
const Spare = lazy(() => import("../board/setup").then((part) => part.Spare), null);
const Analysis = lazy(() => import("./analysis/analysis").then((part) => part.Analysis));
const Welcome = lazy(() => import("./welcome").then((part) => part.Welcome), null);

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
  /** On a phone what is done with the position opens below the board, where the answer comes first. */
  const isFolding = useMedia(PHONE) && isSearch;
  const [isUnfolded, unfold] = useState(false);
  const isFolded = isFolding && !isUnfolded;
  const [note, setNote] = useState(currentNote);
  const [drawn, draw] = useState<(Drawing & { fen: string }) | null>(null);
  const drawing = !isSearch && drawn?.fen === step.fen ? drawn : null;
  const study = useStudy(line);
  const path = study.path.slice(0, line.ply);
  const isFirst = line.fen === START && line.moves.length === 0;
  const wrong = wrongPosition(line.fen);
  const isAsked = isSearch && status?.games !== 0 && !isFirst && !wrong;
  const search = useSearch(isAsked ? step.fen : null, line, options, status?.games ?? null);
  // The answer may come before the status.
  const isEmpty = (status?.games ?? search.answer.value?.games) === 0;
  useEffect(() => keepAddress(url.search), [url.search]);

  const show = (line: Line, replace = false, id: number = study.id) => {
    setNote("");
    go(addressOf(url.pathname, line, options), replace, "", id);
  };
  const set = (changed: Partial<Options>) =>
    go(addressOf(url.pathname, line, withOptions(options, changed)), false, "", study.id);
  const stepTo = (ply: number) => show({ ...line, ply }, true);
  const setFen = (fen: string) => {
    const line = { fen, moves: [], ply: 0 };
    show(line, false, keep(treeOfLine(line)));
  };
  /** Shows the end of a path of the tree: on the line of the address, of which it is a step, if the path is on it. */
  const showPath = (path: Path) => {
    const { tree } = study;
    const now = pathOf(tree, line.moves);
    const isOnLine = now.length === line.moves.length && path.every((place, ply) => now[ply] === place);
    show(lineAt(tree, isOnLine ? now : onward(tree, path), path.length), isOnLine);
  };
  const move = (uci: string) => {
    const next = canonical(step.position, all[line.ply + 1]?.uci ?? null);
    if (next && next === canonical(step.position, uci)) return show({ ...line, ply: line.ply + 1 });
    const path = study.path.slice(0, line.ply);
    showPath(study.change((tree) => grow(tree, path, [uci])));
  };

  /** Shows what was taken, or says what is wrong with it. */
  const takeIt = (taken: Taken | string) => {
    if (typeof taken === "string") return setNote(taken);
    show(taken.line, false, taken.study);
    setNote(taken.note);
  };
  usePaste(
    (pasted) => takeIt(take(pasted)),
    () => setNote(t("The pasted text is neither a FEN nor a PGN.")),
  );
  useDrop(async (files) => takeIt(await takeFiles(files)));

  const bottom = options.view;
  const top = bottom === "white" ? "black" : "white";
  return (
    <div class={`workspace ${isSearch ? "searching" : "analysing"}`}>
      {isAsked && (
        <a class="skip" href="#similar">
          {t("Skip to similar positions")}
        </a>
      )}
      <section
        class="left"
        aria-label={t("Position")}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !isSetup) return;
          if (hand) return setHand(null);
          setSetup(false);
          setter.current?.focus();
        }}
      >
        {isSetup && <Spare color={top} hand={hand} onHand={setHand} board={board} />}
        <div class="board-row">
          {!isSearch && <EvalBar fen={step.fen} pv={drawing?.pv ?? null} orientation={options.view} />}
          <Board
            fen={step.fen}
            orientation={options.view}
            mode={isSetup ? "free" : "legal"}
            hand={isSetup ? hand : null}
            lastMove={step.uci}
            shapes={isSearch ? search.shapes : drawing?.shapes}
            squares={drawing?.squares}
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
            <Icon name="edit" /> {t("Set up")}
          </button>
          {isFolding && (
            <button
              type="button"
              class="text-tool"
              aria-expanded={isUnfolded}
              aria-controls="position-text position-onward"
              onClick={() => unfold(!isUnfolded)}
            >
              <Icon name="more" /> {t("More")}
            </button>
          )}
        </Stepper>
        {isSetup && <SetupFields fen={step.fen} onFen={setFen} />}
        <div id="position-text" class="folding" hidden={isFolded}>
          <PositionBox step={step} onTake={(text) => takeIt(takeText(text))} onMove={move} />
        </div>
        {note && (
          <p class="note" role="status">
            {note}
          </p>
        )}
        {isSearch && <Moves steps={all} ply={line.ply} onStep={stepTo} />}
        <nav id="position-onward" class="row onward" aria-label={t("With this position")} hidden={isFolded}>
          {isSearch ? (
            <a class="button" href={addressOf("/analysis", line, options)}>
              {t("Analyse")}
            </a>
          ) : (
            <a class="button" href={addressOf("/", line, options)}>
              {t("Find similar positions")}
            </a>
          )}
          <a class="button" href={`/play?${toQuery({ fen: step.fen, moves: [], ply: 0 })}`}>
            {t("Play from here")}
          </a>
          <a
            class="button"
            href={withQuery("/training", new URLSearchParams({ fen: step.fen.replaceAll(" ", "_") }))}
          >
            {t("Exercises")}
          </a>
          <SaveAndShare
            fen={step.fen}
            view={options.view}
            lastMove={step.uci}
            line={line}
            tags={study.tree.headers}
            next={all.slice(line.ply + 1).map(({ san }) => san ?? "")}
          />
        </nav>
      </section>
      <section class="right" aria-label={isSearch ? t("Search") : t("Analysis")}>
        {wrong ? (
          <>
            <h1 class="hidden">{isSearch ? t("Search") : t("Analysis")}</h1>
            <WrongPosition text={wrong} />
          </>
        ) : isSearch ? (
          isEmpty ? (
            <Welcome refresh={refresh} />
          ) : isFirst ? (
            <FirstVisit />
          ) : (
            <Search search={search} step={step} options={options} set={set} onMove={move} />
          )
        ) : (
          <Analysis
            step={step}
            before={all[line.ply - 1]}
            study={study}
            path={path}
            onDraw={(drawing) => draw({ ...drawing, fen: step.fen })}
            onGo={showPath}
            onTake={takeIt}
          />
        )}
      </section>
    </div>
  );
}
