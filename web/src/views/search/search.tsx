/** Similar positions: how they are searched, and the results. */

import { useRef, useState } from "preact/hooks";
import { type Similar, similar } from "../../api/client";
import { useFocusCaught } from "../../ui/focus";
import { type Answer, useAnswer } from "../../ui/hooks";
import { Choice, Toggle, Trouble } from "../../ui/parts";
import { Filters } from "./chips";
import { type Options, requestOf } from "./options";
import { PlanList, planShapes } from "./planlist";
import { locatePlans, type Planned } from "./plans";
import { Coming, Results, Summary } from "./results";
import { PROFILES } from "./scoring";

const LIMITS = ["10", "20", "50"] as const;

/** The pause after which a position is searched, in milliseconds; quick moves search only the last one. */
const REST = 60;

/**
 * The search for positions like the one on the board, and the plans that are drawn on it.
 *
 * @param fen null without a search
 * @param games the number of indexed games, null while it is not known; the search is repeated when it changes
 */
export function useSearch(fen: string | null, options: Options, games: number | null) {
  const request = fen === null ? null : requestOf(fen, options);
  const [pointed, point] = useState<Planned | null>(null);
  // The first known number is no change.
  const first = useRef(games);
  first.current ??= games;
  const answer = useAnswer(
    request && JSON.stringify([request, games === first.current ? null : games]),
    (signal) => similar(request ?? { fen: "" }, signal),
    REST,
  );
  const { value } = answer;
  const isOfBoard = fen !== null && options.plans && !answer.isLoading;
  const plans = isOfBoard && value?.plans ? locatePlans(value.plans, fen) : [];
  return { answer, plans, point, shapes: planShapes(plans, pointed) };
}

interface SearchProps {
  search: ReturnType<typeof useSearch>;
  fen: string;
  options: Options;
  set: (changed: Partial<Options>) => void;
}

export function Search({ search, fen, options, set }: SearchProps) {
  const { answer, plans, point } = search;
  // The button that had the focus may belong to another game now.
  useFocusCaught(answer.value?.fen ?? null);
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
        <Toggle label="Include reversed colours" checked={options.flip} onChange={(flip) => set({ flip })} />
        <Toggle label="Plans" checked={options.plans} onChange={(plans) => set({ plans })} />
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
      <Filters filter={options.filter} fen={fen} onFilter={(filter) => set({ filter })} />
      {options.plans && !answer.problem && (
        <PlanList answer={answer.value?.plans ?? null} plans={plans} onPoint={point} />
      )}
      <Summary similar={answer.problem ? null : answer.value} />
      <Hits answer={answer} options={options} set={set} />
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
    return <Results similar={value} orientation={options.view} isLoading={answer.isLoading} />;
  }
  if (value.passed) {
    return (
      <div class="notice">
        <h2>Nothing matches these filters</h2>
        <p>No position in the index matches them all.</p>
        <button type="button" onClick={() => set({ filter: {} })}>
          Clear filters
        </button>
      </div>
    );
  }
  return (
    <div class="notice">
      <h2>No similar positions</h2>
      <p>The games in the index have no positions yet: positions are indexed from White’s 13th move on.</p>
    </div>
  );
}
