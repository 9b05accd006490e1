/** The page: its header, its footer, and the view that the address names. */

import "chessground/assets/chessground.base.css";
import "chessground/assets/chessground.cburnett.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/board.css";
import "./styles/workspace.css";
import "./styles/results.css";
import "./styles/analysis.css";
import "./styles/game.css";
import "./styles/play.css";
import "./styles/import.css";
import "./styles/filters.css";

import { render } from "preact";
import { useCallback, useEffect, useLayoutEffect, useState } from "preact/hooks";
import { onConnection, type Status, status } from "./api/client";
import { toQuery } from "./board/chess";
import { firstOf, usePaste } from "./board/paste";
import { useFocusCaught } from "./ui/focus";
import { many } from "./ui/format";
import { stored, useStored } from "./ui/hooks";
import { lazy } from "./ui/lazy";
import { Tool } from "./ui/parts";
import { followLinks, go, useAddress, withQuery } from "./ui/router";

import { Workspace } from "./views/workspace";

const Bughouse = lazy(() => import("./views/bughouse/bughouse").then((part) => part.BughouseView));
const GameView = lazy(() => import("./views/game/game").then((part) => part.GameView));
const Import = lazy(() => import("./views/import/import").then((part) => part.Import));
const Play = lazy(() => import("./views/play/play").then((part) => part.Play));
const Progressive = lazy(() => import("./views/play/progressive").then((part) => part.Progressive));
const Training = lazy(() => import("./views/training/training").then((part) => part.Training));

const VIEWS = [
  { path: "/", name: "Search" },
  { path: "/analysis", name: "Analysis" },
  { path: "/training", name: "Training" },
  { path: "/play", name: "Play" },
  { path: "/import", name: "Import" },
];

/** Views that handle a pasted position themselves. */
const PASTE_VIEWS = ["/", "/analysis", "/play", "/training"];

/** How often the status of an absent or busy server is requested, in milliseconds. */
const RETRY = 2000;

function Page() {
  const url = useAddress();
  const [current, setCurrent] = useState<Status | null>(null);
  const [isAway, setAway] = useState(false);
  /** Whether the last request for the status failed. */
  const [isFailed, setFailed] = useState(false);
  const refresh = useCallback(() => {
    status().then(
      (status) => {
        setCurrent(status);
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, []);
  useEffect(refresh, [refresh]);
  // Before the browser paints: a request may fail by then.
  useLayoutEffect(() => onConnection((isConnected) => setAway(!isConnected)), []);
  useEffect(() => {
    if (!isAway && !isFailed) return;
    const timer = setInterval(refresh, RETRY);
    return () => clearInterval(timer);
  }, [isAway, isFailed, refresh]);
  // Elsewhere a pasted position is searched.
  const isSearched = !PASTE_VIEWS.includes(url.pathname);
  usePaste(isSearched ? (line, games) => go(withQuery("/", toQuery(line)), false, firstOf(games)) : null);
  // A link that leads out of a view goes with the view, and the focus with the link.
  useFocusCaught(url.pathname);
  const view = VIEWS.find(({ path }) => path === url.pathname);
  useEffect(() => {
    if (view) document.title = view.path === "/" ? "Tabiya" : `${view.name} · Tabiya`;
  }, [view]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Head url={url} status={current} />
      {isAway && (
        <p class="away" role="alert">
          The server does not answer. This page stays as it is, and continues when the server is back.
        </p>
      )}
      <main id="main" tabIndex={-1}>
        {url.pathname.startsWith("/games/") ? (
          <GameView url={url} />
        ) : url.pathname === "/import" ? (
          <Import status={current} refresh={refresh} />
        ) : url.pathname === "/play" ? (
          <Play url={url} />
        ) : url.pathname === "/progressive" ? (
          <Progressive url={url} />
        ) : url.pathname === "/bughouse" ? (
          <Bughouse />
        ) : url.pathname === "/training" ? (
          <Training url={url} status={current} refresh={refresh} />
        ) : (
          <Workspace url={url} status={current} refresh={refresh} />
        )}
      </main>
      <footer class="foot-note muted">
        Tabiya is free software, licensed under the GPL 3.0 or later.{" "}
        <a href="/third-party-licenses.txt">Third-party licences</a>
      </footer>
    </>
  );
}

function Head({ url, status }: { url: URL; status: Status | null }) {
  const [theme, storeTheme] = useStored("theme", "auto");
  useEffect(() => setTheme(theme), [theme]);
  const isDark = theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  /** Progressive chess and bughouse belong to Play. */
  const at = /^\/(progressive|bughouse)$/.test(url.pathname) ? "/play" : url.pathname;
  /** Search and analysis share their position. */
  const carried = url.pathname === "/" || url.pathname === "/analysis" ? url.search : "";
  return (
    <header class="head">
      <a class="brand" href="/">
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M2 2h7v7H2zM11 11h7v7h-7z" />
          <path d="M11 2h7v7h-7zM2 11h7v7H2z" opacity=".35" />
        </svg>
        Tabiya
      </a>
      <nav aria-label="Views">
        {VIEWS.map(({ path, name }) => (
          <a
            key={path}
            href={path === "/" || path === "/analysis" ? path + carried : path}
            aria-current={url.pathname === path ? "page" : at === path ? "true" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <span class="games muted">{status ? many(status.games, "game") : " "}</span>
      <Tool
        icon="theme"
        label={isDark ? "Light theme" : "Dark theme"}
        onClick={() => storeTheme(isDark ? "light" : "dark")}
      />
    </header>
  );
}

function setTheme(theme: string) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

setTheme(stored("theme") ?? "auto");
followLinks();
const page = document.getElementById("page");
if (page) render(<Page />, page);
