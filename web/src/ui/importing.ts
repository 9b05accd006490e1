/** What the page shows of imports in all views: how far one is, and files that may be imported. */

import { watched } from "./watched";

const now = {
  /** How far a running import is, e.g. `42 %`; empty without one. */
  running: "",
  /** The number of files whose import has ended. */
  ended: 0,
  /** Files that were dropped, and have more than can be shown. */
  offered: [] as File[],
};

const { redraw, useWatched } = watched();

/** Changes what is shown of imports. */
export function showImporting(changed: Partial<typeof now>) {
  Object.assign(now, changed);
  redraw();
}

/** How imports are; the component is drawn again when that changes. */
export function useImporting(): typeof now {
  useWatched();
  return now;
}
