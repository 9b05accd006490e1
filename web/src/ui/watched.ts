/** What is not of one component and shown by several. */

import { useLayoutEffect, useReducer } from "preact/hooks";

/** Draws the components again that show something, each time that it changes. */
export function watched() {
  const watchers = new Set<(change: undefined) => void>();
  const redraw = () => {
    for (const watcher of watchers) watcher(undefined);
  };
  /** Has the component drawn again by each `redraw`. */
  function useWatched() {
    const [, draw] = useReducer((count: number) => count + 1, 0);
    // Before the browser paints: it may change by then.
    useLayoutEffect(() => {
      watchers.add(draw);
      return () => {
        watchers.delete(draw);
      };
    }, []);
  }
  return { redraw, useWatched };
}
