/** A game against the engine, from any position, at a chosen level. */

import { t } from "../../language/language";
import "../../styles/play.css";
import type { Color } from "chessops/types";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Analysis, analyse, Problem } from "../../api/client";
import { Board } from "../../board/board";
import { fromQuery, type Line, type Step, steps, toQuery, withMove, wrongPosition } from "../../board/chess";
import { Moves } from "../../board/moves";
import { usePaste } from "../../board/paste";
import { MoveInput } from "../../board/position-box";
import { Stepper } from "../../board/stepper";
import { joined } from "../../ui/format";
import { useRetry, useStored } from "../../ui/hooks";
import { Icon } from "../../ui/icons";
import { Choice, Trouble, unless } from "../../ui/parts";
import { go, withQuery } from "../../ui/router";

import { closed, parseResults, scoreOf, withoutResult, withResult } from "./score";

/** The levels of the engine, as the API's `elo`. */
const LEVELS = { weakest: 800, strongest: 2600, usual: 1200 };

/** The least time a reply takes, in milliseconds, so that it can be seen. */
const PAUSE = 400;

/** Until this ply the engine varies among its nearly equal best moves, so that games differ. */
const VARIED = 8;
/** How much worse a nearly equal move may be, in centipawns. */
const NEARLY = 12;

interface Game extends Line {
  elo: number;
  color: Color;
  /** Whether the person has resigned. */
  isResigned: boolean;
}

function gameOf(query: URLSearchParams): Game {
  const elo = Number.parseInt(query.get("elo") ?? "", 10);
  const { weakest, strongest, usual } = LEVELS;
  return {
    ...fromQuery(query),
    elo: Number.isNaN(elo) ? usual : Math.max(weakest, Math.min(strongest, elo)),
    color: query.get("color") === "black" ? "black" : "white",
    isResigned: query.get("end") === "resigned",
  };
}

function addressOf(game: Game, view: Color): string {
  const query = toQuery(game);
  if (game.elo !== LEVELS.usual) query.set("elo", String(game.elo));
  if (game.color === "black") query.set("color", "black");
  if (view !== game.color) query.set("view", view);
  if (game.isResigned) query.set("end", "resigned");
  return withQuery("/play", query);
}

/** How a game ended, null while it goes on. */
export function ending(all: Step[]): { text: string; winner: Color | null } | null {
  const now = all.at(-1);
  const position = now?.position;
  if (!now || !position) {
    const reason = now && wrongPosition(now.fen);
    return { text: joined([t("This position cannot be played"), reason], ". "), winner: null };
  }
  if (position.isCheckmate()) {
    const winner = position.turn === "white" ? "black" : "white";
    return {
      text: winner === "white" ? t("Checkmate: White wins") : t("Checkmate: Black wins"),
      winner,
    };
  }
  if (position.isStalemate()) return { text: t("Draw by stalemate"), winner: null };
  if (position.isInsufficientMaterial()) return { text: t("Draw: neither side can mate"), winner: null };
  if (position.halfmoves >= 100) return { text: t("Draw by the fifty-move rule"), winner: null };
  const same = (step: Step) => step.fen.split(" ").slice(0, 4).join(" ");
  if (all.filter((step) => same(step) === same(now)).length >= 3) {
    return { text: t("Draw by threefold repetition"), winner: null };
  }
  return null;
}

/** Chooses the engine's move among the nearly equal best ones. */
export function chooseMove(analysis: Analysis, turn: Color, random: () => number): string | null {
  const sign = turn === "white" ? 1 : -1;
  const [best] = analysis.pvs;
  const equal = analysis.pvs.filter(
    ({ cp }) => cp !== null && best?.cp != null && sign * (best.cp - cp) <= NEARLY,
  );
  const some = equal.length ? equal : analysis.pvs.slice(0, 1);
  return some[Math.floor(random() * some.length)]?.moves.split(" ")[0] || null;
}

export function Play({ url }: { url: URL }) {
  const game = gameOf(url.searchParams);
  const all = steps(game);
  const last = all.length - 1;
  const now = all[last] as Step;
  const step = all[Math.min(game.ply, last)] as Step;
  const named = url.searchParams.get("view");
  const view = named === "white" || named === "black" ? named : game.color;
  const end = ending(all);
  const turn = now.position?.turn ?? "white";
  const [problem, setProblem] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  const [note, setNote] = useState("");
  const gameKey = `${game.fen} ${game.moves.join()}`;
  const isOver = end !== null || game.isResigned;
  const isEngines = !isOver && turn !== game.color;
  const latest = useRef({ game, view });
  latest.current = { game, view };

  /** The address of the last game, to which a bare address leads back. */
  const [lastAddress, keepAddress] = useStored("play-game", "");
  const [stored, store] = useStored("play-results", "");
  const results = parseResults(stored);
  const score = scoreOf(results);

  const show = (changed: Partial<Game>, replace = false) => {
    const { game, view } = latest.current;
    const address = addressOf({ ...game, ...changed }, changed.color ?? view);
    keepAddress(address);
    go(address, replace);
  };
  // Before the browser paints the start of a game.
  useLayoutEffect(() => {
    if (!url.search && lastAddress.startsWith("/play?")) go(lastAddress, true);
  }, [url.search]);

  /** Whether the game went on while it was looked at: one that is opened at its end does not count. */
  const wentOn = useRef(false);
  useEffect(() => {
    if (!isOver) wentOn.current = true;
    else if (wentOn.current) {
      wentOn.current = false;
      const opponent = game.color === "white" ? "black" : "white";
      const winner = end ? end.winner : opponent;
      const result = winner === null ? "draw" : winner === game.color ? "won" : "lost";
      if (now.position) store(JSON.stringify(withResult(results, gameKey, result)));
    }
  }, [isOver, gameKey]);

  useEffect(() => {
    if (!isEngines) return;
    const abort = new AbortController();
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE));
    const effort = { elo: game.elo, ...(last < VARIED ? { multiPv: 3 } : {}) };
    setProblem(null);
    analyse(now.fen, effort, abort.signal)
      .then(async (analysis) => {
        await pause;
        const uci = chooseMove(analysis, turn, last < VARIED ? Math.random : () => 0);
        const { game } = latest.current;
        // The back button then returns to the last move of the person.
        if (uci && !abort.signal.aborted) show(withMove({ ...game, ply: game.moves.length }, uci), true);
      })
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        setProblem(error instanceof Problem ? error : new Problem(0, String(error)));
      });
    return () => abort.abort();
  }, [now.fen, gameKey, isEngines, game.elo, round]);

  const again = () => setRound(round + 1);
  useRetry(problem, again);
  const takeBack = () => {
    const plies = isEngines ? 1 : 2;
    const left = Math.max(0, last - plies);
    // A game that goes on has no result yet.
    if (isOver) store(JSON.stringify(withoutResult(results, gameKey)));
    // If the engine has the first move, it plays it again.
    show({ moves: game.moves.slice(0, left), ply: left });
  };
  const begin = (changed: Partial<Game>) => {
    wentOn.current = false;
    store(JSON.stringify(closed(results, gameKey, new Date())));
    show({ moves: [], ply: 0, isResigned: false, ...changed });
  };
  // A pasted game stands for its last position.
  usePaste(
    ({ line }) => {
      setNote("");
      begin({ fen: steps(line).at(-1)?.fen ?? line.fen });
    },
    () => setNote(t("The pasted text is neither a FEN nor a PGN.")),
  );
  const isMine = !isOver && !isEngines && game.ply === last;
  const move = (uci: string) => show(withMove({ ...game, ply: last }, uci));
  const statusText =
    end?.text ??
    (isOver
      ? game.color === "white"
        ? t("You resigned: Black wins")
        : t("You resigned: White wins")
      : isEngines
        ? problem
          ? t("Tabiya has not moved yet")
          : t("Tabiya is thinking")
        : now.position?.isCheck()
          ? t("Check: your move")
          : t("Your move"));
  return (
    <div class="workspace play">
      <section class="left" aria-label={t("Board")}>
        <div class="board-row">
          <Board
            fen={step.fen}
            orientation={view}
            mode={isMine ? "legal" : "none"}
            player={game.color}
            lastMove={step.uci}
            onMove={move}
          />
        </div>
        <Stepper
          ply={game.ply}
          last={last}
          onStep={(ply) => show({ ply }, true)}
          orientation={view}
          onFlip={() => {
            const address = addressOf(game, view === "white" ? "black" : "white");
            keepAddress(address);
            go(address, true);
          }}
        />
      </section>
      <section class="right" aria-label={t("Game")}>
        <div class="toolbar">
          <h1>{t("Play against Tabiya")}</h1>
          <span class="spring" />
          <a href="/bughouse">{t("Bughouse")}</a>
          <a href="/progressive">{t("Progressive chess: find the mate")}</a>
        </div>
        <div class="panel">
          <p class="status-line" role="status">
            {statusText}
          </p>
          {note && (
            <p class="note" role="status">
              {note}
            </p>
          )}
          {problem && <Trouble problem={problem} again={again} />}
          <div class="row">
            <button type="button" {...unless(last === 0 || game.isResigned, takeBack)}>
              <Icon name="back" /> {t("Take back")}
            </button>
            <button type="button" {...unless(isOver || last === 0, () => show({ isResigned: true }, true))}>
              {t("Resign")}
            </button>
            <button type="button" {...unless(last === 0, () => begin({}))}>
              {t("New game")}
            </button>
            <span class="spring" />
            <MoveInput position={isMine ? now.position : null} onMove={move} />
          </div>
          <p class="series-score muted">
            <span role="status">
              {results.length
                ? t("You {won}, Tabiya {lost}, draws {draws}", score)
                : t("The score of your games is kept here.")}
            </span>
            {results.length > 0 && (
              <button type="button" class="link" onClick={() => store("")}>
                {t("Set to zero")}
              </button>
            )}
          </p>
          <Moves steps={all} ply={game.ply} onStep={(ply) => show({ ply }, true)} />
        </div>
        <div class="panel levels">
          <label>
            <span>
              {t("Level")} <strong>{game.elo}</strong>{" "}
              {game.elo === LEVELS.strongest && <span class="muted">{t("full strength")}</span>}
            </span>
            <input
              type="range"
              min={LEVELS.weakest}
              max={LEVELS.strongest}
              step={100}
              value={game.elo}
              onInput={(event) => show({ elo: Number(event.currentTarget.value) }, true)}
            />
          </label>
          <p class="muted">
            {t(
              "The level is a rating on the scale of Stockfish’s UCI_Elo. Below 1350, where that scale ends, the levels are measured against each other.",
            )}
          </p>
          <div class="field">
            <span aria-hidden="true">{t("You play")}</span>
            <Choice
              label={t("You play")}
              name="color"
              value={game.color}
              options={[
                { name: "white", label: "White" },
                { name: "black", label: "Black" },
              ]}
              onChange={(color) => begin({ color })}
            />
          </div>
        </div>
        <nav class="row onward" aria-label={t("With this position")}>
          <a class="button" href={`/?${toQuery(game)}`}>
            <Icon name="search" /> {t("Find similar positions")}
          </a>
          <a class="button" href={`/analysis?${toQuery(game)}`}>
            {t("Analyse")}
          </a>
        </nav>
      </section>
    </div>
  );
}
