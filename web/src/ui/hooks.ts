/** What views share: answers of the server, the theme. */

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { onConnectionChange, Problem } from "../api/client";

export interface Answer<T> {
  value: T | null;
  problem: Problem | null;
  /** Whether a newer answer is under way; `value` is then the one before. */
  isLoading: boolean;
  again: () => void;
}

/**
 * The answer to a question, asked again whenever the key is another; what is not wanted any more is
 * aborted. Without a key nothing is asked.
 *
 * @param pause milliseconds to wait for a still newer key, except with the first
 */
export function useAnswer<T>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
  pause = 0,
): Answer<T> {
  const [state, set] = useState<{ key: string | null; value: T | null; problem: Problem | null }>({
    key: null,
    value: null,
    problem: null,
  });
  const [round, setRound] = useState(0);
  const asking = useRef(ask);
  asking.current = ask;
  const isFirst = useRef(true);
  /** The question that is not answered yet. */
  const pending = useRef<AbortController | null>(null);
  // At once, not after what is drawn is seen: the server works meanwhile.
  useLayoutEffect(() => {
    if (key === null) return;
    const abort = new AbortController();
    const begin = () => {
      pending.current = abort;
      asking.current(abort.signal).then(
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
  // Not when it is this answer that was heard.
  useAgain(state.problem, () => pending.current || again());
  const isLoading = key !== null && state.key !== key;
  return { value: state.value, problem: isLoading ? null : state.problem, isLoading, again };
}

/** Asks again when a server that was away is heard, or when one that is busy wants to be asked. */
export function useAgain(problem: Problem | null, again: () => void) {
  const latest = useRef(again);
  latest.current = again;
  // At once: the server may be heard before what is drawn is seen.
  useLayoutEffect(() => {
    if (problem?.status === 0) return onConnectionChange((heard) => heard && latest.current());
    if (!problem?.wait) return;
    const timer = setTimeout(() => latest.current(), problem.wait * 1000);
    return () => clearTimeout(timer);
  }, [problem]);
}

const remembered = new Map<string, unknown>();

/** A state that is there again when its view is: until the page is loaded anew. */
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

/**
 * The answer to a question that costs much, asked once until the page is loaded anew.
 *
 * @param isWhole whether an answer stays; games that come later would change another
 */
export async function once<T>(
  key: string,
  ask: () => Promise<T>,
  isWhole: (value: T) => boolean,
): Promise<T> {
  if (remembered.has(key)) return remembered.get(key) as T;
  const value = await ask();
  if (isWhole(value)) remembered.set(key, value);
  return value;
}

/** For a list that scrolls: its end is seen whenever it has become longer. */
export function useNewest<E extends HTMLElement>(length: number) {
  const list = useRef<E>(null);
  useEffect(() => {
    const box = list.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [length]);
  return list;
}

/** A value that stays when the page is left, e.g. `dark`. */
export function useKept(name: string, usual: string): [string, (value: string) => void] {
  const [value, set] = useState(() => kept(name) ?? usual);
  const keep = (value: string) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Then it lasts as long as the page.
    }
    set(value);
  };
  return [value, keep];
}

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
