/** State that views share: answers of the server, remembered and stored values. */

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { onConnection, Problem } from "../api/client";
import { language } from "../language/language";

export interface Answer<T> {
  value: T | null;
  problem: Problem | null;
  /** Whether a newer answer is on its way; `value` is then the previous one. */
  isLoading: boolean;
  again: () => void;
}

/**
 * Sends a request whenever the key changes, and aborts the one before. Without a key nothing is sent.
 *
 * @param pause milliseconds to wait for a newer key, except after the first
 */
export function useAnswer<T>(
  key: string | null,
  send: (signal: AbortSignal) => Promise<T>,
  pause = 0,
): Answer<T> {
  const [state, set] = useState<{ key: string | null; value: T | null; problem: Problem | null }>({
    key: null,
    value: null,
    problem: null,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(send);
  latest.current = send;
  const isFirst = useRef(true);
  /** The request that is not answered yet. */
  const pending = useRef<AbortController | null>(null);
  // Before the browser paints: the server works meanwhile.
  useLayoutEffect(() => {
    if (key === null) return;
    const abort = new AbortController();
    const begin = () => {
      pending.current = abort;
      latest.current(abort.signal).then(
        (value) => {
          if (abort.signal.aborted) return;
          pending.current = null;
          set({ key, value, problem: null });
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          pending.current = null;
          const problem = error instanceof Problem ? error : new Problem(0, String(error));
          set((before) => ({ key, value: problem.status ? null : before.value, problem }));
        },
      );
    };
    const timer = isFirst.current || !pause ? void begin() : setTimeout(begin, pause);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, round, pause]);
  const again = useCallback(() => setRound((round) => round + 1), []);
  // Not if a request is pending: it may be the one that was answered.
  useRetry(state.problem, () => pending.current || again());
  const isLoading = key !== null && state.key !== key;
  return { value: state.value, problem: isLoading ? null : state.problem, isLoading, again };
}

/** Tries again when a server that was away answers, or after the time that a busy one names. */
export function useRetry(problem: Problem | null, again: () => void) {
  const latest = useRef(again);
  latest.current = again;
  // Before the browser paints: the server may answer another request by then.
  useLayoutEffect(() => {
    if (problem?.status === 0) return onConnection((isConnected) => isConnected && latest.current());
    if (!problem?.wait) return;
    const timer = setTimeout(() => latest.current(), problem.wait * 1000);
    return () => clearTimeout(timer);
  }, [problem]);
}

/** Whether the component is still on the page: work may end after the component is gone. */
export function useHere() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** Names what a view shows in the title of the tab. */
export function useTitle(text: string) {
  useEffect(() => {
    document.title = `${text} · Tabiya`;
    return () => {
      document.title = "Tabiya";
    };
    // In another language, the page names the view first.
  }, [text, language()]);
}

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const [holds, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const onChange = () => set(media.matches);
    onChange();
    media.addEventListener("change", onChange);
    return () => media.removeEventListener("change", onChange);
  }, [query]);
  return holds;
}

/** Whether the tab is shown, and not one behind another. */
export function useVisible(): boolean {
  const [isVisible, set] = useState(!document.hidden);
  useEffect(() => {
    const listener = () => set(!document.hidden);
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  }, []);
  return isVisible;
}

const remembered = new Map<string, unknown>();

/** A state that outlives its view, until the page is reloaded. */
export function useRemembered<T>(key: string, begin: () => T): [T, (change: (before: T) => T) => void] {
  const [value, set] = useState(() => (remembered.has(key) ? (remembered.get(key) as T) : begin()));
  const change = (change: (before: T) => T) =>
    set((before) => {
      const next = change(before);
      remembered.set(key, next);
      return next;
    });
  return [value, change];
}

/** Scrolls a list to its end whenever it grows. */
export function useNewest<E extends HTMLElement>(length: number) {
  const list = useRef<E>(null);
  useEffect(() => {
    const box = list.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [length]);
  return list;
}

/** A value in the local storage, e.g. `dark`. */
export function useStored(name: string, usual: string): [string, (value: string) => void] {
  const [value, set] = useState(() => stored(name) ?? usual);
  const store = (value: string) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Then the value lasts as long as the page.
    }
    set(value);
  };
  return [value, store];
}

export function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
