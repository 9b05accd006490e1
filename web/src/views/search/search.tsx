/** What is like the position on the board: how it is looked for, and what was found. */

import { useRef, useState } from "preact/hooks";
import { type Similar, similar } from "../../api/client";
import { useFocusCaught } from "../../ui/focus";
import { type Answer, useAnswer } from "../../ui/hooks";
import { Choice, Toggle, Trouble } from "../../ui/parts";
import { Filters } from "./chips";
import { type Options, requestOf } from "./options";
import { PlanList, planShapes } from "./planlist";
import { type Planned, planned } from "./plans";
import { Coming, Results, Summary } from "./results";
import { PROFILES } from "./scoring";

const LIMITS = ["10", "20", "50"] as const;

/** While moves are played fast only the last position is asked for; in milliseconds. */
const REST = 60;

/**
 * Similar positions, and the plans that are drawn on the board.
 *
 * @param fen null where nothing is to be looked for
 * @param games how many are stored, null while that is not known: more of them may have another answer
 */
export function useSearch(fen: string | null, options: Options, games: number | null) {
  const request = fen === null ? null : requestOf(fen, options);
  const [pointed, point] = useState<Planned | null>(null);
  // To hear for the first time how many there are is no reason to ask again.
  const first = useRef(games);
  first.current ??= games;
  const answer = useAnswer(
    request && JSON.stringify([request, games === first.current ? null : games]),
    (signal) => similar(request ?? { fen: "" }, signal),
    REST,
  );
  const { value } = answer;
  const isOfBoard = fen !== null && options.plans && !answer.isLoading;
  const plans = isOfBoard && value?.plans ? planned(value.plans, fen) : [];
  return { answer, plans, point, shapes: planShapes(plans, pointed) };
}

interface SearchProps {
  found: ReturnType<typeof useSearch>;
  fen: string;
  options: Options;
  set: (changed: Partial<Options>) => void;
}

export function Search({ found, fen, options, set }: SearchProps) {
  const { answer, plans, point } = found;
  // What had the focus may be another game's now.
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
        <Toggle label="Colours reversed too" checked={options.flip} onChange={(flip) => set({ flip })} />
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
      <Found answer={answer} options={options} set={set} />
    </>
  );
}

interface FoundProps {
  answer: Answer<Similar>;
  options: Options;
  set: (changed: Partial<Options>) => void;
}

function Found({ answer, options, set }: FoundProps) {
  const { value, problem } = answer;
  if (problem) return <Trouble problem={problem} again={answer.again} />;
  if (!value) return <Coming cards={options.limit} />;
  if (value.hits.length) {
    return <Results similar={value} orientation={options.view} isLoading={answer.isLoading} />;
  }
  if (value.passed) {
    return (
      <div class="notice">
        <h2>Nothing passes these filters</h2>
        <p>No position of the {value.games === 1 ? "game" : "games"} that are here is like that.</p>
        <button type="button" onClick={() => set({ filter: {} })}>
          Clear filters
        </button>
      </div>
    );
  }
  return (
    <div class="notice">
      <h2>Nothing like it</h2>
      <p>No position of these games can be found yet: positions count from White’s 13th move on.</p>
    </div>
  );
}
