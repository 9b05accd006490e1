/** Where we are: the address bar is the state of the page, and links are followed without loading it anew. */

import { useEffect, useState } from "preact/hooks";

const watchers = new Set<() => void>();

/**
 * Goes to an address of ours; with `replace` back does not return to where we were.
 *
 * @param note what the view there is to say first
 */
export function go(address: string, replace = false, note = "") {
  if (address === location.pathname + location.search) return;
  const state = note ? { note } : null;
  if (replace) history.replaceState(state, "", address);
  else history.pushState(state, "", address);
  for (const watcher of watchers) watcher();
}

/** What was to be said here first. */
export function noted(): string {
  const state: unknown = history.state;
  return state && typeof state === "object" && "note" in state ? String(state.note) : "";
}

/** The address, of which a change draws the component anew. */
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

/** An address with a query that people can read. */
export function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  return text ? `${path}?${text}` : path;
}

/** Whether the page has a view of this name. */
export const isView = (path: string) =>
  /^\/(|analysis|training|play|progressive|bughouse|import|games\/\d+)$/.test(path);

/** Follows clicks on links to our views. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest?.("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || !isView(url.pathname)) return;
    event.preventDefault();
    // Within the view, whose address stays.
    if (url.hash) return document.getElementById(url.hash.slice(1))?.focus({ preventScroll: true });
    const isElsewhere = url.pathname !== location.pathname;
    go(url.pathname + url.search);
    if (isElsewhere) scrollTo(0, 0);
  });
}
