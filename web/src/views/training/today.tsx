/** What is kept of training: what is due today, the statistics, the sets, and both as a file. */

import { useRef, useState } from "preact/hooks";
import { dayAndMonth, t } from "../../language/language";
import { Icon } from "../../ui/icons";
import { Tool } from "../../ui/parts";
import { go } from "../../ui/router";
import { save } from "../../ui/save";
import {
  dayOf,
  dueOf,
  type Kept,
  merged,
  newSet,
  outcomesOf,
  parseKept,
  setOf,
  statisticsOf,
  withoutSet,
  withSet,
} from "./kept";
import { NEW_ATTEMPT } from "./solving";
import { change, useKept } from "./store";

/** Makes a set of what is due today, or adds it to today's. */
function begin(kept: Kept, key: string, now: Date): Kept {
  const set = setOf(kept, key) ?? newSet(key, t("Due on {day}", { day: dayAndMonth(now) }), 0);
  const added = dueOf(kept, now).filter((fen) => !set.fens.includes(fen));
  const fens = [...set.fens, ...added];
  const attempts = [...set.attempts, ...added.map(() => NEW_ATTEMPT)];
  const place = added.length ? set.fens.length : set.place;
  return withSet(kept, { ...set, fens, attempts, place, wanted: fens.length, ended: "all" }, now);
}

export function Today() {
  const { kept } = useKept();
  const now = new Date();
  const { due, ...done } = statisticsOf(kept, now);
  const sets = kept.sets.filter(({ fens }) => fens.length > 0);
  const start = () => {
    const key = new URLSearchParams({ due: dayOf(now) }).toString();
    change((kept) => begin(kept, key, now));
    go(`/training?${key}`);
  };
  if (!sets.length && !Object.keys(kept.days).length) return null;
  return (
    <section class="panel today" aria-labelledby="today">
      <div class="row">
        <h2 id="today">{t("Today")}</h2>
        <span class="spring" />
        <dl aria-label={t("Statistics")}>
          {(
            [
              [t("due"), due],
              [t("solved"), done.solved],
              [t("missed"), done.missed],
              [t("day{{n:|s}} in a row", { n: done.streak }), done.streak],
            ] as const
          ).map(([name, number]) => (
            <div key={name}>
              <dd>{number}</dd>
              <dt>{name}</dt>
            </div>
          ))}
        </dl>
      </div>
      <div class="row">
        {due > 0 ? (
          <button type="button" class="primary" onClick={start}>
            {t("Solve {n|count} exercise{{s}} due today", { n: due })}
          </button>
        ) : (
          <p class="muted">
            {Object.keys(kept.mistakes).length
              ? `${t("Nothing is due today.")} ${nextDue(kept)}`
              : t("A mistake comes again after some days; there is none yet.")}
          </p>
        )}
      </div>
      {sets.length > 0 && (
        <ul class="sets" aria-label={t("Sets")}>
          {sets.map((set) => {
            const outcomes = outcomesOf(kept, set);
            const ended = outcomes.filter((outcome) => outcome !== "open").length;
            return (
              <li key={set.key}>
                <a href={`/training?${set.key}`}>{set.title}</a>
                <span class="muted number">{t("{n} of {all} done", { n: ended, all: set.fens.length })}</span>
                <Tool
                  icon="trash"
                  label={t("Remove the set: {title}", { title: set.title })}
                  onClick={() => change((kept) => withoutSet(kept, set.key))}
                />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** When the next mistake comes again. */
function nextDue(kept: Kept): string {
  const [next] = Object.values(kept.mistakes)
    .map(({ due }) => new Date(due))
    .sort((one, other) => one.getTime() - other.getTime());
  return next ? t("The next exercise comes again on {day}.", { day: dayAndMonth(next) }) : "";
}

/** What is kept as a file, and back. */
export function Files() {
  const { kept, isFull } = useKept();
  const file = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState("");
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    const other = parseKept(await chosen.text());
    if (other) change((kept) => merged(kept, other));
    setNote(
      other
        ? t("Imported {file}.", { file: chosen.name })
        : t("{file} is no file that “Export” has made.", { file: chosen.name }),
    );
  };
  const isEmpty = !kept.sets.length && !Object.keys(kept.days).length;
  return (
    <div class="row kept-files">
      <p class="muted">
        {isFull
          ? t("The browser keeps no more: export what you have, and remove sets.")
          : t("Sets, mistakes and statistics are kept in this browser only.")}
      </p>
      <span class="spring" />
      {!isEmpty && (
        <button
          type="button"
          class="text-tool"
          onClick={() => save("tabiya-training.json", JSON.stringify(kept), "application/json")}
        >
          <Icon name="download" /> {t("Export")}
        </button>
      )}
      <button type="button" class="text-tool" onClick={() => file.current?.click()}>
        <Icon name="upload" /> {t("Add from a file")}
      </button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t("Training file")}
        onChange={(event) => {
          read(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <p role="status">{note && <span class="note">{note}</span>}</p>
    </div>
  );
}
