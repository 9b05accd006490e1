/** A game, opened at a position: its moves, its evaluation, its motifs. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { analyseAll, type Game, game, type Pv, pgn } from "../../api/client";
import { Board } from "../../board/board";
import { lineOf, moveNumber, type Step, steps, toQuery } from "../../board/chess";
import { EvalBar } from "../../board/eval-bar";
import { drawMotif, MotifList, useMotif, useMotifs } from "../../board/motifs";
import { Moves } from "../../board/moves";
import { Stepper } from "../../board/stepper";
import { fullName, result, score } from "../../ui/format";
import { useAnswer } from "../../ui/hooks";
import { Icon } from "../../ui/icons";
import { Loading, Trouble } from "../../ui/parts";
import { go } from "../../ui/router";
import { save } from "../../ui/save";
import { Curve } from "./curve";

/** The effort for each position of a game. */
const EFFORT = { nodes: 15_000 };

export function GameView({ url }: { url: URL }) {
  const id = Number(url.pathname.split("/").at(-1));
  const answer = useAnswer(String(id), (signal) => game(id, signal));
  if (answer.problem) {
    return (
      <div class="page">
        <h1 class="hidden">Game {id}</h1>
        <Trouble problem={answer.problem} again={answer.again} />
      </div>
    );
  }
  if (!answer.value || answer.value.id !== id) return <Loading />;
  return <Opened key={id} game={answer.value} url={url} />;
}

function Opened({ game, url }: { game: Game; url: URL }) {
  const line = useMemo(() => lineOf(game.initialFen, game.moves), [game]);
  const all = useMemo(() => steps(line), [line]);
  const named = Number.parseInt(url.searchParams.get("ply") ?? "0", 10) || 0;
  const ply = Math.max(0, Math.min(named, all.length - 1));
  const step = all[ply] as Step;
  const orientation = url.searchParams.get("view") === "black" ? "black" : "white";
  const scores = useScores(all);
  const motifs = useMotifs(step.fen);
  const chosen = useMotif(step.fen);
  const drawing = drawMotif(chosen.motif);
  const address = (ply: number, view = orientation) =>
    `${url.pathname}?ply=${ply}${view === "black" ? "&view=black" : ""}`;
  const stepTo = (ply: number) => go(address(ply), true);
  const pv = scores[ply] ?? null;
  useEffect(() => {
    document.title = `${fullName(game.white)} – ${fullName(game.black)} · Tabiya`;
  }, [game]);
  const details = [game.event, game.site, game.round && `round ${game.round}`, date(game.date)];
  return (
    <div class="workspace game analysing">
      <section class="left" aria-label="Board">
        <PlayerBar game={game} color={orientation === "white" ? "black" : "white"} />
        <div class="board-row">
          <EvalBar pv={pv} orientation={orientation} />
          <Board
            fen={step.fen}
            orientation={orientation}
            mode="legal"
            lastMove={step.uci}
            shapes={drawing.shapes}
            squares={drawing.squares}
            onMove={(uci) => {
              if (line.moves[ply] === uci) return stepTo(ply + 1);
              const moves = [...line.moves.slice(0, ply), uci];
              go(`/analysis?${toQuery({ fen: line.fen, moves, ply: moves.length })}`);
            }}
          />
        </div>
        <PlayerBar game={game} color={orientation} />
        <Stepper
          ply={ply}
          last={all.length - 1}
          onStep={stepTo}
          orientation={orientation}
          onFlip={() => go(address(ply, orientation === "white" ? "black" : "white"))}
        />
        <Curve steps={all} scores={scores} ply={ply} onStep={stepTo} />
        <nav class="row onward" aria-label="With this position">
          <a class="button" href={`/?${toQuery({ fen: line.fen, moves: line.moves, ply })}`}>
            <Icon name="search" /> Find similar positions
          </a>
          <a class="button" href={`/analysis?${toQuery({ fen: line.fen, moves: line.moves, ply })}`}>
            Analyse
          </a>
          <a class="button" href={`/play?${toQuery({ fen: step.fen, moves: [], ply: 0 })}`}>
            Play from here
          </a>
        </nav>
      </section>
      <section class="right" aria-label="Game">
        <header class="game-head">
          <h1>
            {fullName(game.white)} <span class="versus">{result(game) || "–"}</span> {fullName(game.black)}
          </h1>
          <p class="muted">{details.filter((part) => part && part !== "?").join(" · ")}</p>
          {game.opening && (
            <p>
              <span class="tag">{game.opening.eco}</span> {game.opening.name}
            </p>
          )}
        </header>
        <div class="panel scoresheet">
          <Moves steps={all} ply={ply} onStep={stepTo} />
          <footer class="row">
            <span class="muted">
              {step.san && all[ply - 1] ? `${moveNumber((all[ply - 1] as Step).fen)} ${step.san}` : "Start"}
              {pv && `, ${score(pv)}`}
            </span>
            <span class="spring" />
            <Download id={game.id} />
          </footer>
        </div>
        <MotifList answer={motifs} of={chosen} />
      </section>
    </div>
  );
}

function PlayerBar({ game, color }: { game: Game; color: "white" | "black" }) {
  const player = game[color];
  const [white, black] = result(game).split("–");
  return (
    <div class="player bar">
      <i class={`dot ${color}`} aria-hidden="true" />
      <b>{fullName(player)}</b>
      <small>{player.rating}</small>
      <span class="point">{color === "white" ? white : black}</span>
    </div>
  );
}

/** `18 June 2005` of `2005.06.18`, without the parts that are not known. */
function date(text: string | null): string | null {
  const [year, month, day] = (text ?? "").split(".").map(Number);
  if (!year) return null;
  if (!month) return String(year);
  const options: Intl.DateTimeFormatOptions = {
    month: "long",
    year: "numeric",
    ...(day ? { day: "numeric" } : {}),
  };
  return new Intl.DateTimeFormat("en-GB", options).format(new Date(year, month - 1, day || 1));
}

/** The scores of all positions, as they arrive. */
function useScores(all: Step[]): (Pv | null)[] {
  const [scores, set] = useState<(Pv | null)[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const fens = all.map(({ fen }) => fen);
    analyseAll(fens, EFFORT, abort.signal, (from, some) =>
      set((before) => {
        const scores = [...before];
        for (const [place, analysis] of some.entries()) scores[from + place] = analysis?.pvs[0] ?? null;
        return scores;
      }),
    ).catch(() => {
      // Then there is no curve. The page says elsewhere that the server is away.
    });
    return () => abort.abort();
  }, [all]);
  return scores;
}

function Download({ id }: { id: number }) {
  const [isFailed, setFailed] = useState(false);
  const download = async () => {
    try {
      save(`tabiya-${id}.pgn`, await pgn(id));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <button type="button" onClick={download}>
      <Icon name="download" /> {isFailed ? "Try again" : "PGN"}
    </button>
  );
}
