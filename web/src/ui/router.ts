/** The address, which is the state of the page. Links to views change it without loading the page again. */

import { useEffect, useState } from "preact/hooks";

const watchers = new Set<() => void>();

/**
 * Goes to an address of the page; with `replace`, the back button does not return to the current one.
 *
 * @param note a sentence that the view there shows first
 */
export function go(address: string, replace = false, note = "") {
  if (address === location.pathname + location.search) return;
  const state = note ? { note } : null;
  if (replace) history.replaceState(state, "", address);
  else history.pushState(state, "", address);
  for (const watcher of watchers) watcher();
}

/** The note of the last `go`, if any. */
export function currentNote(): string {
  const state: unknown = history.state;
  return state && typeof state === "object" && "note" in state ? String(state.note) : "";
}

/** The address; the component is drawn again when it changes. */
export function useAddress(): URL {
  const [href, set] = useState(location.href);
  useEffect(() => {
    const watcher = () => set(location.href);
    watchers.add(watcher);
    window.addEventListener("popstate", watcher);
    return () => {
      watchers.delete(watcher);
      window.removeEventListener("popstate", watcher);
    };
  }, []);
  return new URL(href);
}

/** An address with a query, readable for people. */
export function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  return text ? `${path}?${text}` : path;
}

/** Whether a path is that of a view. */
export const isView = (path: string) =>
  /^\/(|analysis|training|play|progressive|bughouse|import|games\/\d+)$/.test(path);

/** Follows clicks on links to views without loading the page. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest?.("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || !isView(url.pathname)) return;
    event.preventDefault();
    // A link within the view.
    if (url.hash) return document.getElementById(url.hash.slice(1))?.focus({ preventScroll: true });
    const isElsewhere = url.pathname !== location.pathname;
    go(url.pathname + url.search);
    if (isElsewhere) scrollTo(0, 0);
  });
}
