/** What is known of a position, in layers: its name, the games that reached it, plans, similar positions, exercises. */

import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import { useRef, useState } from "preact/hooks";
import { exact, motifs, openingOf, type Similar, similar } from "../../api/client";
import { type Line, parseMove, type Step } from "../../board/chess";
import { t } from "../../language/language";
import { useFocusCaught } from "../../ui/focus";
import { type Answer, useAnswer, useMedia } from "../../ui/hooks";
import { isRefused, LeftOut, Trouble } from "../../ui/parts";
import { Controls } from "./controls";
import { hasPlans, isOpening } from "./early";
import { gamesOnly } from "./filters";
import { Heading } from "./heading";
import { InGames } from "./ingames";
import { PHONE } from "./layer";
import { type Options, requestOf } from "./options";
import { PlanList, planShapes } from "./planlist";
import { locatePlans, type Planned } from "./plans";
import { Practice } from "./practice";
import { Coming, Results, Summary } from "./results";

/** The pause after which a position is searched, in milliseconds; quick moves search only the last one. */
const REST = 60;

/**
 * What is asked about the position on the board, each on its own, and what is drawn on it.
 *
 * @param fen null without a search
 * @param line how the position was reached
 * @param games the number of indexed games, null while it is not known; it is asked again when that changes
 */
export function useSearch(fen: string | null, line: Line, options: Options, games: number | null) {
  const request = fen === null ? null : requestOf(fen, options);
  const [pointed, point] = useState<Planned | null>(null);
  const [move, pointMove] = useState<string | null>(null);
  // The first known number is no change.
  const first = useRef(games);
  first.current ??= games;
  const round = games === first.current ? null : games;
  const key = (...parts: unknown[]) => (fen === null ? null : JSON.stringify([...parts, round]));
  const filter = gamesOnly(options.filter);
  const inGames = useAnswer(key(fen, filter), (signal) => exact(fen ?? "", filter, signal), REST);
  // For its name alone, which needs no engine.
  const called = useAnswer(fen, (signal) => motifs(fen ?? "", signal, 0), REST);
  // The position itself may have no name, but one on the way to it.
  const played = line.moves.slice(0, line.ply);
  const way = played.length ? key(line.fen, played) : null;
  const opening = useAnswer(way, (signal) => openingOf(line.fen, played, signal), REST);
  const answer = useAnswer(key(request), (signal) => similar(request ?? { fen: "" }, signal), REST);
  const { value } = answer;
  const isOfBoard = fen !== null && options.plans && !answer.isLoading && hasPlans(fen);
  const plans = isOfBoard && value?.plans ? locatePlans(value.plans, fen) : [];
  const shapes: DrawShape[] = move
    ? [{ orig: move.slice(0, 2) as Key, dest: move.slice(2, 4) as Key, brush: "accent" }]
    : planShapes(plans, pointed);
  return { answer, inGames, called, opening: way ? opening : null, plans, point, pointMove, shapes };
}

interface SearchProps {
  search: ReturnType<typeof useSearch>;
  step: Step;
  options: Options;
  set: (changed: Partial<Options>) => void;
  onMove: (uci: string) => void;
}

export function Search({ search, step, options, set, onMove }: SearchProps) {
  const { answer, inGames, called, opening, plans, point, pointMove } = search;
  const { fen, position } = step;
  const isPhone = useMedia(PHONE);
  // The button that had the focus may belong to another game now.
  useFocusCaught(answer.value?.fen ?? null);
  // What is wrong with the position is said once,
  if (called.problem && isRefused(called.problem)) {
    return (
      <section id="similar" tabIndex={-1} aria-label={t("Similar positions")}>
        <h1 class="hidden">{t("Similar positions")}</h1>
        <Trouble problem={called.problem} />
      </section>
    );
  }
  // and so is what is wrong with a filter.
  const isWrong = isRefused(answer.problem);
  const motifs = called.value;
  const ofBoard = inGames.isLoading ? null : inGames.value;
  // How the games are laid out depends on whether there are any. Room is kept for them, but on a phone, where what is
  // below waits instead.
  const isKnown = Boolean(inGames.value || inGames.problem);
  const name = (opening ? opening.value : null) ?? ofBoard?.opening ?? motifs?.opening ?? null;
  return (
    <>
      <Heading
        fen={fen}
        opening={name}
        motifs={motifs}
        isLoading={called.isLoading || Boolean(opening?.isLoading)}
      />
      {(isKnown || !isPhone) && (
        <>
          <div class="layers" hidden={isWrong}>
            <InGames
              answer={inGames}
              isBefore={Boolean(answer.value?.notice)}
              isFirst={isOpening(fen)}
              onPoint={pointMove}
              onPlay={(san) => {
                const uci = position && parseMove(position, san);
                pointMove(null);
                if (uci) onMove(uci);
              }}
            />
            {isKnown &&
              options.plans &&
              hasPlans(fen) &&
              !answer.problem &&
              !answer.value?.missing.includes("plans") &&
              answer.value?.plans?.games !== 0 && (
                <PlanList answer={answer.value?.plans ?? null} plans={plans} onPoint={point} />
              )}
          </div>
          <div class="similar-head">
            <h2>{t("Similar positions")}</h2>
            <Controls options={options} fen={fen} set={set} />
          </div>
          <section id="similar" tabIndex={-1} aria-label={t("Similar positions")}>
            <Hits answer={answer} options={options} set={set} />
            <Summary similar={answer.problem ? null : answer.value} />
          </section>
          {answer.value && answer.value.hits.length > 0 && <Practice fen={fen} motifs={motifs} />}
        </>
      )}
    </>
  );
}

interface HitsProps {
  answer: Answer<Similar>;
  options: Options;
  set: (changed: Partial<Options>) => void;
}

function Hits({ answer, options, set }: HitsProps) {
  const { value, problem } = answer;
  if (problem) return <Trouble problem={problem} again={answer.again} />;
  if (!value) return <Coming cards={options.limit} />;
  if (value.hits.length) {
    return (
      <>
        {value.missing.length > 0 && <LeftOut parts={value.missing} again={answer.again} />}
        <Results similar={value} orientation={options.view} isLoading={answer.isLoading} />
      </>
    );
  }
  if (value.passed) {
    return (
      <div class="notice">
        <h3>{t("Nothing matches these filters")}</h3>
        <p>{t("No position in the index matches them all.")}</p>
        <button type="button" onClick={() => set({ filter: {} })}>
          {t("Clear filters")}
        </button>
      </div>
    );
  }
  return (
    <div class="notice">
      <h3>{t("No similar positions")}</h3>
      <p>
        {t(
          "The games in the index have no positions yet: by default positions are indexed from White’s 13th move on.",
        )}
      </p>
    </div>
  );
}
