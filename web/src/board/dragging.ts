/** Pieces that are dragged onto a board from beside it. */

import type { Api } from "chessground/api";
import type { Piece } from "chessops/types";

/** How far a finger moves before it drags, in pixels; less is a tap. Guessed. */
const TAP = 6;

/** The touch that may become a drag. */
let began: Touch | null = null;

/**
 * The event handlers of a button whose piece can be dragged; clicks and taps are left to the button.
 *
 * @param board null if the piece cannot be dragged now
 * @param isFree whether the piece may go anywhere, or only where a legal move can
 */
export function dragHandlers(board: Api | null, piece: Piece, isFree: boolean) {
  const drag = (event: MouseEvent | TouchEvent) => {
    if (!board) return;
    board.state.dom.bounds.clear();
    board.dragNewPiece(piece, event, isFree);
  };
  return {
    onMouseDown: drag,
    // A drag captures the touch and suppresses the click, so it starts only when the finger moves.
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
