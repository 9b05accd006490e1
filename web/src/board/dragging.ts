/** Men that are dragged onto a board from beside it. */

import type { Api } from "chessground/api";
import type { Piece } from "chessops/types";

/** How far a finger goes before it drags, in pixels: less is a tap, for no finger is quite still. Guessed. */
const TAP = 6;

/** Where the finger came down; one drags at a time. */
let began: Touch | null = null;

/**
 * What a button does so that its man can be dragged; clicks and taps are left to the button.
 *
 * @param board null where nothing may be dragged
 * @param isFree whether it may go anywhere, or only where a move can
 */
export function dragged(board: Api | null, piece: Piece, isFree: boolean) {
  const drag = (event: MouseEvent | TouchEvent) => {
    if (!board) return;
    board.state.dom.bounds.clear();
    board.dragNewPiece(piece, event, isFree);
  };
  return {
    onMouseDown: drag,
    // A drag takes the touch for itself, and there would be no click: not before the finger moves.
    onTouchStart: (event: TouchEvent) => {
      const [finger, more] = event.touches;
      began = finger && !more ? finger : null;
    },
    onTouchMove: (event: TouchEvent) => {
      const [finger] = event.touches;
      if (!began || !finger) return;
      if (Math.hypot(finger.clientX - began.clientX, finger.clientY - began.clientY) < TAP) return;
      began = null;
      drag(event);
    },
  };
}
