/** The address, which is the state of the page. Links to views change it without loading the page again. */

import { useEffect, useState } from "preact/hooks";

const watchers = new Set<() => void>();

/**
 * Goes to an address of the page; with `replace`, the back button does not return to the current one.
 *
 * @param note a sentence that the view there shows first
 * @param study the number of the tree of moves that the address is about
 */
export function go(address: string, replace = false, note = "", study: number | null = null) {
  const isHere = address === location.pathname + location.search;
  if (isHere && (study === null || (study === currentStudy() && !note))) return;
  const state = note || study !== null ? { ...(note && { note }), ...(study !== null && { study }) } : null;
  if (replace) history.replaceState(state, "", address);
  else history.pushState(state, "", address);
  for (const watcher of watchers) watcher();
}

/** The note of the last `go`, if any. */
export const currentNote = (): string => String(history.state?.note ?? "");

/** The number of the tree of moves that the entry of the history is about, null without one. */
export const currentStudy = (): number | null => history.state?.study ?? null;

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

/** The address of a player's page; none for a name without a letter, as `?`. */
export const playerAddress = (name: string | null) =>
  /[\p{L}\d]/u.test(name ?? "") ? `/players/${encodeURIComponent(name ?? "")}` : undefined;

/** Whether a path is that of a view. */
export const isView = (path: string) =>
  /^\/(|analysis|training|survey|play|progressive|bughouse|collections|print|import|games\/\d+|players\/[^/]+(\/report)?)$/.test(
    path,
  );

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
