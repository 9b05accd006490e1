/** Positions as a sheet to print: the hits of a search, a collection, or a set of exercises. */

import { t } from "../../language/language";
import "../../styles/print.css";
import { useState } from "preact/hooks";
import { describe, toMove, turnOf } from "../../board/chess";
import { addressOf, diagram } from "../../keep/diagram";
import { art, PAPER } from "../../keep/look";
import { currentSheet, type Entry, type Sheet } from "../../keep/sheet";
import { useStored, useTitle } from "../../ui/hooks";
import { Choice } from "../../ui/parts";

const PAPERS = [
  { name: "A4", label: "A4" },
  { name: "letter", label: "Letter" },
] as const;

/** Letter where English is read and it is usual, in the US and in Canada. */
const usualPaper = () => (/-(US|CA)$/.test(navigator.language) ? "letter" : "A4");

export function Print() {
  const sheet = currentSheet();
  return sheet?.entries.length ? <Printed sheet={sheet} /> : <Nothing />;
}

function Nothing() {
  useTitle(t("Print"));
  return (
    <div class="page">
      <h1>{t("Nothing to print")}</h1>
      <p>
        {t(
          "You can print the results of a search (Save or print, below them), a list in Saved, or exercises in Training.",
        )}
      </p>
    </div>
  );
}

function Printed({ sheet }: { sheet: Sheet }) {
  const { entries } = sheet;
  const [title, setTitle] = useState(sheet.title);
  const [stored, storePaper] = useStored("paper", usualPaper());
  const paper = stored === "letter" ? "letter" : "A4";
  const solved = entries.filter(({ solution }) => solution).length;
  // A file that is printed to is called so.
  useTitle(title || t("Positions"));
  return (
    <div class={`printed ${paper}`}>
      <div class="print-tools">
        <h1>{t("Print")}</h1>
        <div class="row">
          <label>
            <span>{t("Title")}</span>
            <input type="text" value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
          </label>
          <Choice label={t("Paper")} name="paper" value={paper} options={PAPERS} onChange={storePaper} />
          <button type="button" class="primary" onClick={() => print()}>
            {t("Print")}
          </button>
        </div>
      </div>
      <section class="paper" aria-label={t("Sheet")}>
        {title && <h2>{title}</h2>}
        <ol class="diagrams">
          {entries.map((entry, place) => (
            <Position key={place} entry={entry} number={place + 1} />
          ))}
        </ol>
        {solved > 0 && (
          <div class="solutions">
            <h2>{t("Solutions and notes")}</h2>
            <ol>
              {entries.map(({ solution }, place) => (
                <li key={place}>
                  <b>{place + 1}.</b> {solution || "–"}
                </li>
              ))}
            </ol>
          </div>
        )}
      </section>
    </div>
  );
}

function Position({ entry, number }: { entry: Entry; number: number }) {
  const { fen, lastMove, title, about } = entry;
  const svg = diagram({ fen, orientation: "white", lastMove, colors: PAPER, art });
  return (
    <li>
      <img src={addressOf(svg)} alt={describe(fen)} />
      <p>
        <b>{number}.</b> {title}
      </p>
      {about && <p>{about}</p>}
      <p>
        {turnOf(fen) === "white" ? "○" : "●"} {toMove(fen)}
      </p>
    </li>
  );
}
