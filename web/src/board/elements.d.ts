import type { HTMLAttributes } from "preact";

/** A piece of chessground's set, as an element of its own. */
declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      piece: HTMLAttributes<HTMLElement>;
    }
  }
}
