/** The game on the board: who played, its moves with variations, notes on them, and its PGN. */

import { useMemo, useState } from "preact/hooks";
import { annotated } from "../../api/client";
import { gamesOf, moveNumber, type Step, startOfGame } from "../../board/chess";
import { choose, type StudyState, type Taken } from "../../board/study";
import { branches, type Path, pgnOf, type Tree, treeOf } from "../../board/tree";
import { language, t } from "../../language/language";
import { result, spaced } from "../../ui/format";
import { useHere } from "../../ui/hooks";
import { Icon } from "../../ui/icons";
import { Tool, unless } from "../../ui/parts";
import { save } from "../../ui/save";
import { Notation } from "./notation";
import { Notes } from "./notes";
import { isLate, untilDone } from "./patience";

interface ScoresheetProps {
  study: StudyState;
  /** The path of the move on the board. */
  path: Path;
  step: Step;
  before: Step | undefined;
  onGo: (path: Path) => void;
  onTake: (taken: Taken) => void;
}

export function Scoresheet({ study, path, step, before, onGo, onTake }: ScoresheetProps) {
  const { tree, collection } = study;
  const branch = branches(tree, path).at(-1);
  // Once: a file may have thousands.
  const names = useMemo(
    () =>
      collection?.games.map(({ headers }, place) => {
        const isChess = startOfGame(headers) !== null;
        return (
          <option key={`${place} ${headers.get("White")}`} value={place} disabled={!isChess}>
            {place + 1}. {nameOf(headers) ?? t("Unnamed")}
            {!isChess && ` (${t("not chess, or not legal")})`}
          </option>
        );
      }),
    [collection?.games, language()],
  );
  const name = branch && before ? `${moveNumber(before.fen)} ${branch.data.san}` : t("the start");
  return (
    <section class="panel score-sheet" aria-label={t("Game")}>
      <Heading tree={tree} />
      {collection && (
        <label class="select">
          <span>{t("Game")}</span>
          <select
            value={collection.chosen}
            onChange={(event) => {
              const taken = choose({ ...collection, chosen: Number(event.currentTarget.value) });
              if (taken) onTake(taken);
            }}
          >
            {names}
          </select>
        </label>
      )}
      <Notation tree={tree} path={path} step={step} before={before} onGo={onGo} />
      <details class="about-move">
        <summary>{t("Comment and mark {move}", { move: name })}</summary>
        <Notes study={study} branch={branch} path={path} name={name} onGo={onGo} />
      </details>
      <Pgn key={study.id} study={study} onGo={onGo} />
    </section>
  );
}

const known = (headers: Tree["headers"], tag: string) => {
  const value = headers.get(tag)?.trim();
  return value && !/^[?.]+$/.test(value) ? spaced(value) : null;
};

/** `Karjakin, Sergey – Carlsen, M`, or the event; null if neither is known. */
function nameOf(headers: Tree["headers"]): string | null {
  const [white, black] = [known(headers, "White"), known(headers, "Black")];
  if (white || black) return `${white ?? "?"} – ${black ?? "?"}`;
  return known(headers, "Event");
}

function Heading({ tree: { headers } }: { tree: Tree }) {
  const [white, black] = [known(headers, "White"), known(headers, "Black")];
  const player = (name: string | null, tag: string) => (
    <>
      <b>{name ?? t("Unknown")}</b>
      {known(headers, tag) && <small> {known(headers, tag)}</small>}
    </>
  );
  const details = ["Event", "Site", "Round", "Date"].map((tag) => known(headers, tag));
  if (details[2]) details[2] = t("round {number}", { number: details[2] });
  if (details[3]) details[3] = details[3].replace(/[.?]*\?+/g, "");
  const about = details.filter(Boolean).join(" · ");
  return (
    <header>
      <h2>
        {white || black ? (
          <>
            {player(white, "WhiteElo")}{" "}
            <span class="versus">
              {result({ winner: null, result: headers.get("Result") ?? null }) || "–"}
            </span>{" "}
            {player(black, "BlackElo")}
          </>
        ) : (
          t("Moves")
        )}
      </h2>
      {about && <p class="muted">{about}</p>}
    </header>
  );
}

/** How much the annotation of a game searches, in nodes. Guessed: five of the server's eight seconds. */
const ALL_NODES = 2_500_000;
/** The nodes of a move, at least and at most. Guessed. */
const MOVE_NODES = [4_000, 100_000] as const;
/**
 * The most requests for one game, each of which goes on with what the server has kept of those before. Guessed: a
 * minute and a half.
 */
const TRIES = 10;

function Pgn({ study, onGo }: Pick<ScoresheetProps, "study" | "onGo">) {
  const [state, setState] = useState<{ text: string; isBusy?: boolean }>({ text: "" });
  const { tree } = study;
  const isHere = useHere();
  const name = () => {
    const named = nameOf(tree.headers)
      ?.replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "");
    return `${named || "analysis"}.pgn`;
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(pgnOf(tree));
      setState({ text: t("Copied.") });
    } catch {
      setState({ text: t("The browser does not allow copying. Save the PGN instead.") });
    }
  };
  const annotate = async () => {
    setState({ text: t("The engine looks at every move…"), isBusy: true });
    const asked = pgnOf(tree);
    const plies = [...tree.moves.mainline()].length;
    const nodes = Math.round(ALL_NODES / Math.max(1, plies));
    try {
      const effort = Math.max(MOVE_NODES[0], Math.min(MOVE_NODES[1], nodes));
      const goOn = () => {
        if (!isHere.current || pgnOf(study.tree) !== asked) return false;
        setState({ text: t("This takes a while: the engine continues where it stopped…"), isBusy: true });
        return true;
      };
      const pgn = await untilDone(() => annotated(asked, effort), TRIES, goOn);
      const [game] = gamesOf(pgn);
      const played = game && treeOf(game);
      if (!played) throw new Error(t("The server’s answer is no game."));
      if (pgnOf(study.tree) !== asked) throw new Error(t("The game has changed. Annotate it again."));
      study.replace(played.tree);
      setState({
        text: t("Annotated. Save or copy the PGN to take it away; Undo brings the game back as it was."),
      });
    } catch (error) {
      const isChanged = pgnOf(study.tree) !== asked;
      setState({
        text: !isLate(error)
          ? error instanceof Error
            ? error.message
            : String(error)
          : isChanged
            ? t("The game has changed. Annotate it again.")
            : t("The server ran out of time but kept the finished part: annotate again to continue."),
      });
    }
  };
  const isEmpty = !tree.moves.children.length;
  return (
    <footer>
      <div class="row">
        <button type="button" onClick={copy}>
          {t("Copy PGN")}
        </button>
        <button type="button" onClick={() => save(name(), pgnOf(tree))}>
          <Icon name="download" /> {t("Save PGN")}
        </button>
        <button type="button" {...unless(isEmpty || state.isBusy, annotate)}>
          {t("Annotate")}
        </button>
        <span class="spring" />
        <Tool
          icon="back"
          label={t("Undo the last change")}
          isOff={!study.canUndo}
          onClick={() => onGo(study.undo())}
        />
      </div>
      <p class="muted" role="status">
        {state.text}
      </p>
    </footer>
  );
}
