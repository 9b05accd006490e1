/** Four positions to be ordered by how alike they are to another: dragged, or moved by buttons. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Mini } from "../../board/mini";
import { t } from "../../language/language";
import { Tool } from "../../ui/parts";
import { moved, type Question } from "./judging";

interface OrderProps {
  question: Question;
  /** The most alike first. */
  order: string[];
  onOrder: (order: string[]) => void;
}

export function Order({ question, order, onOrder }: OrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [announcement, announce] = useState("");
  /** The button that moved a position, which loses the focus as it moves with it. */
  const pressed = useRef<HTMLElement | null>(null);
  const side = question.query.split(" ")[1] === "b" ? "black" : "white";
  const letter = (fen: string) => "ABCD"[question.options.indexOf(fen)] ?? "";

  useLayoutEffect(() => {
    const button = pressed.current;
    pressed.current = null;
    if (button && document.activeElement !== button) button.focus({ preventScroll: true });
  }, [order]);

  const move = (fen: string, to: number) => {
    const from = order.indexOf(fen);
    if (to < 0 || to >= order.length || to === from) return;
    onOrder(moved(order, from, to));
    announce(
      t("Position {letter} is now {n} of {all}.", { letter: letter(fen), n: to + 1, all: order.length }),
    );
  };
  const step = (fen: string, by: number) => {
    pressed.current = document.activeElement as HTMLElement | null;
    move(fen, order.indexOf(fen) + by);
  };

  /** Moves the dragged position to the place that the pointer is over. */
  const drag = (event: PointerEvent) => {
    if (!dragged || !list.current) return;
    const places = [...list.current.children].map((item) => item.getBoundingClientRect());
    const at = places.findIndex(
      ({ left, right, top, bottom }) =>
        event.clientX >= left && event.clientX < right && event.clientY >= top && event.clientY < bottom,
    );
    if (at >= 0) move(dragged, at);
  };
  return (
    <div class="ordering">
      <figure class="asked">
        <Mini fen={question.query} orientation={side} />
        <figcaption class="muted">
          {side === "white" ? t("White to move, as in all of them") : t("Black to move, as in all of them")}
        </figcaption>
      </figure>
      <div class="ends muted" aria-hidden="true">
        <span>{t("Most alike")}</span>
        <span>{t("Least alike")}</span>
      </div>
      <ol ref={list} aria-label={t("Positions, the most alike first")}>
        {order.map((fen, at) => (
          <li key={fen} class={fen === dragged ? "dragged" : ""}>
            {/* The buttons do the same for keyboards. */}
            <div
              class="grip"
              onPointerDown={(event) => {
                if (event.button) return;
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(fen);
              }}
              onPointerMove={drag}
              onPointerUp={() => setDragged(null)}
              onPointerCancel={() => setDragged(null)}
              onLostPointerCapture={() => setDragged(null)}
            >
              <Mini fen={fen} orientation={side} />
            </div>
            <div class="place">
              <Tool
                icon="previous"
                label={t("Position {letter}: more alike", { letter: letter(fen) })}
                isOff={at === 0}
                onClick={() => step(fen, -1)}
              />
              <span>
                <b>{at + 1}</b> <span class="muted">{letter(fen)}</span>
              </span>
              <Tool
                icon="next"
                label={t("Position {letter}: less alike", { letter: letter(fen) })}
                isOff={at === order.length - 1}
                onClick={() => step(fen, 1)}
              />
            </div>
          </li>
        ))}
      </ol>
      <p class="hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}
