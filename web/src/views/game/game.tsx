/** A game, opened at a position: its moves, its evaluation, its motifs. */

import { language, t } from "../../language/language";
import "../../styles/analysis.css";
import "../../styles/game.css";
import { useMemo, useState } from "preact/hooks";
import { type Game, game, type Player, pgn } from "../../api/client";
import { Board } from "../../board/board";
import { canonical, type Line, lineOf, moveNumber, type Step, steps, toQuery } from "../../board/chess";
import { EvalBar } from "../../board/eval-bar";
import { drawMotif, MotifList, useMotif, useMotifs } from "../../board/motifs";
import { Moves } from "../../board/moves";
import { Stepper } from "../../board/stepper";
import { keep } from "../../board/study";
import { grow, pathOf, signOf, type Tree, treeOfLine } from "../../board/tree";
import { SaveAndShare } from "../../keep/open";
import { fullName, isolated, joined, result, score } from "../../ui/format";
import { useAnswer, useTitle } from "../../ui/hooks";
import { Icon } from "../../ui/icons";
import { Loading, Trouble } from "../../ui/parts";
import { go, playerAddress } from "../../ui/router";
import { save } from "../../ui/save";
import { Curve } from "./curve";
import { judge } from "./marks";
import { clockAt, Notes } from "./notes";
import { useScores } from "./scores";

export function GameView({ url }: { url: URL }) {
  const id = Number(url.pathname.split("/").at(-1));
  const answer = useAnswer(String(id), (signal) => game(id, signal));
  if (answer.problem) {
    return (
      <div class="page">
        <h1 class="hidden">{t("Game {number}", { number: id })}</h1>
        <Trouble
          problem={answer.problem}
          again={answer.again}
          missing={
            answer.problem.status === 404 && {
              heading: t("This game was not found"),
              text: t("There is no game {number} in the index.", { number: id }),
            }
          }
        />
      </div>
    );
  }
  if (!answer.value || answer.value.id !== id) return <Loading />;
  return <Opened key={id} game={answer.value} url={url} />;
}

function Opened({ game, url }: { game: Game; url: URL }) {
  const line = useMemo(() => lineOf(game.initialFen, game.moves), [game]);
  const all = useMemo(() => steps(line), [line]);
  // A ply, or the board and the side to move of a position, at its last occurrence.
  const at = url.searchParams.get("at")?.replaceAll("_", " ");
  const named = at
    ? all.findLastIndex(({ fen }) => fen.startsWith(`${at} `))
    : Number.parseInt(url.searchParams.get("ply") ?? "0", 10) || 0;
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
  const pv = scores[ply]?.pv ?? null;
  const verdicts = useMemo(() => all.map((_, ply) => judge(all, scores, ply)), [all, scores]);
  const verdict = verdicts[ply];
  const clocks = {
    white: clockAt(game.annotations, ply, all, "white"),
    black: clockAt(game.annotations, ply, all, "black"),
  };
  /** By ply: the mark of a move in the file, from `!` to `?!`, or else that of its evaluation. */
  const marks = useMemo(() => {
    const own = new Map(game.annotations.map((at) => [at.ply, at.nags.find((nag) => nag >= 1 && nag <= 6)]));
    return verdicts.map((verdict, ply) => own.get(ply) ?? verdict?.nag);
  }, [game, verdicts]);
  /** Lets analysis know the players. */
  const keepGame = () => keep(treeOfGame(game, line));
  useTitle(`${fullName(game.white)} – ${fullName(game.black)}`);
  const details = [
    isolated(game.event ?? ""),
    isolated(game.site ?? ""),
    game.round && t("round {number}", { number: isolated(game.round) }),
    date(game.date),
  ];
  return (
    <div class="workspace game analysing">
      <section class="left" aria-label={t("Board")}>
        <PlayerBar game={game} color={orientation === "white" ? "black" : "white"} clock={clocks} />
        <div class="board-row">
          <EvalBar fen={step.fen} pv={pv} orientation={orientation} />
          <Board
            fen={step.fen}
            orientation={orientation}
            mode="legal"
            lastMove={step.uci}
            shapes={drawing.shapes}
            squares={drawing.squares}
            onMove={(uci) => {
              if (line.moves[ply] === canonical(step.position, uci)) return stepTo(ply + 1);
              const moves = [...line.moves.slice(0, ply), uci];
              const tree = treeOfGame(game, line);
              grow(tree, pathOf(tree, moves.slice(0, ply)), [uci]);
              keep(tree);
              go(`/analysis?${toQuery({ fen: line.fen, moves, ply: moves.length })}`);
            }}
          />
        </div>
        <PlayerBar game={game} color={orientation} clock={clocks} />
        <Stepper
          ply={ply}
          last={all.length - 1}
          onStep={stepTo}
          orientation={orientation}
          onFlip={() => go(address(ply, orientation === "white" ? "black" : "white"))}
        />
        <Curve steps={all} scores={scores} verdicts={verdicts} ply={ply} onStep={stepTo} />
        <nav class="row onward" aria-label={t("With this position")}>
          <a
            class="button"
            href={`/?${toQuery({ fen: line.fen, moves: line.moves, ply })}`}
            onClick={keepGame}
          >
            <Icon name="search" /> {t("Find similar positions")}
          </a>
          <a
            class="button"
            href={`/analysis?${toQuery({ fen: line.fen, moves: line.moves, ply })}`}
            onClick={keepGame}
          >
            {t("Analyse")}
          </a>
          <a class="button" href={`/play?${toQuery({ fen: step.fen, moves: [], ply: 0 })}`}>
            {t("Play from here")}
          </a>
          <SaveAndShare
            fen={step.fen}
            view={orientation}
            lastMove={step.uci}
            game={game}
            ply={ply}
            next={all.slice(ply + 1).map(({ san }) => san ?? "")}
          />
        </nav>
      </section>
      <section class="right" aria-label={t("Game")}>
        <header class="game-head">
          <h1>
            <Name player={game.white} /> <span class="versus">{result(game) || "–"}</span>{" "}
            <Name player={game.black} />
          </h1>
          <p class="muted">{joined(details)}</p>
          {game.variationPly !== null && (
            <p>
              <span class="tag">{t("variation")}</span>{" "}
              {t("{n|count} half-move{{s}} of the game, then a variation that nobody played.", {
                n: game.variationPly,
              })}
            </p>
          )}
          {game.opening && (
            <p>
              <span class="tag">{game.opening.eco}</span> {game.opening.name}
            </p>
          )}
        </header>
        <div class="panel scoresheet">
          <Moves steps={all} ply={ply} onStep={stepTo} marks={marks} />
          <footer class="row">
            <span class="muted">
              {step.san && all[ply - 1]
                ? `${moveNumber((all[ply - 1] as Step).fen)} ${step.san}`
                : t("Start")}
              {pv && `, ${score(pv)}`}
              {verdict && `. ${signOf(verdict.nag).about}: ${t("{move} was best", { move: verdict.best })}`}
            </span>
            <span class="spring" />
            <Download id={game.id} />
          </footer>
        </div>
        <Notes annotations={game.annotations} steps={all} ply={ply} onStep={stepTo} />
        <MotifList answer={motifs} of={chosen} />
      </section>
    </div>
  );
}

/** A stored game as a tree with its tags. */
function treeOfGame(game: Game, line: Line): Tree {
  const tree = treeOfLine(line);
  // The position as it was read stays.
  tree.headers = new Map([...Object.entries(game.tags), ...tree.headers]);
  return tree;
}

/** A name, which leads to the player's page. */
const Name = ({ player }: { player: Player }) => <a href={playerAddress(player.name)}>{fullName(player)}</a>;

interface PlayerBarProps {
  game: Game;
  color: "white" | "black";
  /** What the clocks show, if the file says so. */
  clock: Record<"white" | "black", string | null>;
}

function PlayerBar({ game, color, clock }: PlayerBarProps) {
  const player = game[color];
  const [white, black] = result(game).split("–");
  return (
    <div class="player bar">
      <i class={`dot ${color}`} aria-hidden="true" />
      <b>{fullName(player)}</b>
      <small>{player.rating}</small>
      {clock[color] && (
        <time class="clock">
          <span class="hidden">{t("Clock")} </span>
          {clock[color]}
        </time>
      )}
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
  return new Intl.DateTimeFormat(language() === "en" ? "en-GB" : language(), options).format(
    new Date(year, month - 1, day || 1),
  );
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
      <Icon name="download" /> {isFailed ? t("Try again") : "PGN"}
    </button>
  );
}
