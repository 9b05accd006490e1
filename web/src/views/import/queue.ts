/** The files to import, one after another. They outlive the view that shows them, until the page is reloaded. */

import { Problem, type Progress, status } from "../../api/client";
import { importGames } from "../../api/import";
import { keepKey, key } from "../../api/key";
import type { Schemas } from "../../api/tabiya";
import { t } from "../../language/language";
import { showImporting } from "../../ui/importing";
import { watched } from "../../ui/watched";

/** Whose games are fetched. */
export type Player = Pick<Schemas["FetchRequest"], "site" | "name">;

export interface Item {
  id: number;
  file: File;
  /** A player whose games are fetched, instead of the file, which is empty and has their name. */
  player: Player | null;
  /** The collection that its games are added to; none if it is empty. */
  collection: string;
  /** Whether its variations are indexed, too. */
  variations: boolean;
  /** It waits for its turn, or `blocked`, for an import that is not of this page. */
  state: "waiting" | "blocked" | "sending" | "done" | "failed" | "cancelled";
  /** The share of the file that is sent, from 0 to 1. */
  sent: number;
  /** When sending it began, in milliseconds. */
  began: number;
  progress: Progress | null;
  problem: Problem | null;
  abort: AbortController;
}

/** How often the server is asked how far an import is, in milliseconds. Guessed. */
const EVERY = 1000;

const queue = {
  items: [] as Item[],
  /** What the server answered to an import without the right key. */
  refused: null as Problem | null,
  /** What screen readers announce. */
  announcement: "",
  /** The collection that the games of new files are added to; none if it is empty. */
  collection: "",
  /** Whether the variations of new files are indexed, too. */
  variations: false,
};
let last = 0;
let isRunning = false;
/** The number of files whose import has ended. */
let ended = 0;
let secret = key();

const { redraw, useWatched } = watched();

function redrawn() {
  const sending = queue.items.find(({ state }) => state === "sending");
  const share = `${Math.round(100 * (sending?.sent ?? 0))} %`;
  const far = sending?.player ? t("{n|count} game{{s}}", { n: sending.progress?.games ?? 0 }) : share;
  showImporting({ running: isRunning ? far : "" });
  redraw();
}

function change(item: Item, changed: Partial<Item>) {
  Object.assign(item, changed);
  redrawn();
}

function announce(text: string) {
  queue.announcement = text;
  redrawn();
}

/** The files; the component is drawn again when they change. */
export function useQueue(): typeof queue {
  useWatched();
  return queue;
}

function put(file: File, player: Player | null = null) {
  const begin = { state: "waiting", sent: 0, began: 0, progress: null, problem: null } as const;
  const how = { collection: queue.collection.trim(), variations: queue.variations };
  queue.items.push({ id: ++last, file, player, ...how, ...begin, abort: new AbortController() });
}

/** Chooses how the files to come are imported. */
export function chooseHow(how: Partial<Pick<Item, "collection" | "variations">>) {
  Object.assign(queue, how);
  redrawn();
}

/** Adds files to import. */
export function add(files: Iterable<File>) {
  for (const file of files) put(file);
  run();
}

/** Adds a player whose games are to be fetched, under a name for the list. */
export function addPlayer(player: Player, name: string) {
  put(new File([], name), player);
  run();
}

/** Imports a file again that failed or was cancelled. */
export function again(item: Item) {
  change(item, { state: "waiting", sent: 0, progress: null, problem: null, abort: new AbortController() });
  run();
}

/** Leaves a file that waits out, or ends the request that sends it. */
export function cancel(item: Item) {
  item.abort.abort();
  if (item.state !== "sending") change(item, { state: "cancelled" });
}

/** Continues with a key. */
export function unlock(token: string) {
  secret = token;
  queue.refused = null;
  run();
}

/** Asks before the page is left: what is sent ends with it. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

async function run() {
  redrawn();
  if (isRunning || queue.refused) return;
  isRunning = true;
  addEventListener("beforeunload", warn);
  const isNext = ({ state }: Item) => state === "waiting" || state === "blocked";
  for (let item = queue.items.find(isNext); item && !queue.refused; item = queue.items.find(isNext)) {
    // The server has one writer.
    if (await reading()) {
      if (isNext(item)) change(item, { state: "blocked" });
      await pause();
    } else if (isNext(item)) {
      await send(item);
      ended += 1;
      showImporting({ ended });
    }
  }
  isRunning = false;
  removeEventListener("beforeunload", warn);
  redrawn();
}

/** The counts of a file, each with its words, which begin with the number. */
export const COUNTS = [
  ["games", "{n|count} new game{{s}}"],
  ["positions", "{n|count} position{{s}}"],
  ["duplicates", "{n|count} duplicate{{s}}"],
  ["rejectedCount", "{n|count} rejected"],
] as const;

const counted = (progress: Progress) =>
  COUNTS.map(([name, words]) => t(words, { n: progress[name] })).join(", ");

async function send(item: Item) {
  const { file, player, abort } = item;
  change(item, { state: "sending", began: performance.now() });
  announce(player ? t("Fetching {file}", { file: file.name }) : t("Sending {file}", { file: file.name }));
  // Browsers read what the server says only after the whole file is sent.
  const timer = setInterval(async () => {
    const progress = await reading();
    if (progress && item.state === "sending" && item.sent < 1) change(item, { progress });
  }, EVERY);
  try {
    const end = await importGames(
      player ?? file,
      item,
      secret,
      (sent) => change(item, { sent }),
      (progress) => change(item, { progress }),
      abort.signal,
    );
    change(item, { state: end.error ? "failed" : "done", progress: end, sent: 1 });
    if (secret) keepKey(secret);
    announce(`${file.name}: ${counted(end)}`);
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem(0, String(error));
    if (abort.signal.aborted) {
      change(item, { state: "cancelled" });
      announce(`${file.name}: ${t("cancelled")}`);
      // The server still reads what it has received.
      for (let progress = await reading(); progress; progress = await reading()) {
        change(item, { progress });
        await pause();
      }
    } else if (problem.status === 401 || (problem.status === 403 && secret)) {
      queue.refused = problem;
      change(item, { state: "waiting" });
      announce("");
    } else {
      change(item, { state: "failed", problem });
      announce(`${file.name}: ${problem.message}`);
    }
  } finally {
    clearInterval(timer);
  }
}

/** What the import that runs on the server has read; null if none does, or the server does not say. */
const reading = () =>
  status().then(
    ({ import: progress }) => progress,
    () => null,
  );

const pause = () => new Promise((resolve) => setTimeout(resolve, EVERY));
