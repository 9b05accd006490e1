/** A similar position on a large board, from which one goes on to the next: by swiping, arrow keys or buttons. */

import { t } from "../../language/language";
import "../../styles/large.css";
import type { Color } from "chessops/types";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Hit, Similar } from "../../api/client";
import { moveNumber } from "../../board/chess";
import { Mini } from "../../board/mini";
import { savable } from "../../keep/collections";
import { openSave } from "../../keep/open";
import { isolated, joined, result, year } from "../../ui/format";
import { Tool } from "../../ui/parts";
import { addressOf, comparedWith, matchOf, namesOf } from "./hits";
import { swiped } from "./swipe";

interface LargeProps {
  similar: Similar;
  orientation: Color;
  /** The place of the hit that is shown first. */
  begin: number;
  onClose: () => void;
}

export function Large({ similar, orientation, begin, onClose }: LargeProps) {
  const { hits, fen } = similar;
  const dialog = useRef<HTMLDialogElement>(null);
  /** Where a finger went down. */
  const from = useRef<PointerEvent | null>(null);
  const [place, setPlace] = useState(begin);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const last = hits.length - 1;
  const at = Math.min(place, last);
  const hit = hits[at] as Hit;
  const goTo = (place: number) => setPlace(Math.max(0, Math.min(last, place)));
  const { game, played } = hit;
  const seen = comparedWith(hit, fen, orientation);
  return (
    <dialog
      ref={dialog}
      class="large"
      aria-label={t("Similar position")}
      onClose={() => {
        document.querySelectorAll<HTMLElement>(".results .enlarge")[at]?.focus();
        onClose();
      }}
      onKeyDown={(event) => {
        const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
        if (to === undefined) return;
        // Otherwise it scrolls, too.
        event.preventDefault();
        goTo(to);
      }}
      // Of the dialog itself only the backdrop can be pressed.
      onPointerDown={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="large-body">
        <header class="row">
          <h2 aria-live="polite">
            {t("{n} of {all}", { n: at + 1, all: hits.length })}: {namesOf(hit)} <small>{result(game)}</small>
          </h2>
          <span class="spring" />
          <Tool icon="close" label={t("Close")} onClick={() => dialog.current?.close()} />
        </header>
        <div
          class="swiped"
          onPointerDown={(event) => {
            from.current = event;
          }}
          onPointerUp={(event) => {
            const { current } = from;
            from.current = null;
            if (current) goTo(at + swiped(event.clientX - current.clientX, event.clientY - current.clientY));
          }}
          onPointerCancel={() => {
            from.current = null;
          }}
        >
          <Mini fen={hit.fen} {...seen} next={played?.uci ?? null} />
        </div>
        <p class="said">
          <b>{matchOf(hit)}</b>
          <span class="sentence" lang="en">
            {hit.summary}
          </span>
        </p>
        <p class="muted">
          {joined([
            year(game.date),
            isolated(game.event ?? ""),
            game.variationPly === null ? null : t("variation"),
            played && t("{move} was played", { move: `${moveNumber(hit.fen)} ${played.san}` }),
          ])}
        </p>
        <footer class="row">
          <Tool
            icon="previous"
            label={t("Previous position")}
            onClick={() => goTo(at - 1)}
            isOff={at === 0}
          />
          <button type="button" onClick={() => openSave(savable(hit, seen.orientation))}>
            {t("Save")}
          </button>
          <a class="button primary" href={addressOf(hit, orientation)}>
            {t("Open the game")}
          </a>
          <Tool icon="next" label={t("Next position")} onClick={() => goTo(at + 1)} isOff={at === last} />
        </footer>
      </div>
    </dialog>
  );
}
