/** The page: its header, its footer, and the view that the address names. */

import { languageOf, speak, t } from "./language/language";
import "chessground/assets/chessground.base.css";
import "chessground/assets/chessground.cburnett.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/board.css";
import "./styles/workspace.css";
import "./styles/layers.css";
import "./styles/results.css";
import "./styles/filters.css";

import { render } from "preact";
import { useCallback, useEffect, useLayoutEffect, useReducer, useState } from "preact/hooks";
import { onConnection, onRefused, type Problem, type Status, status } from "./api/client";
import { keepKey } from "./api/key";
import { toQuery } from "./board/chess";
import { useDrop } from "./board/drop";
import { usePaste } from "./board/paste";
import { lastAddress, type Taken, take, takeFiles } from "./board/study";
import { useFocusCaught } from "./ui/focus";
import { stored, useStored } from "./ui/hooks";
import { Icon } from "./ui/icons";
import { useImporting } from "./ui/importing";
import { lazy } from "./ui/lazy";
import { Tool } from "./ui/parts";
import { followLinks, go, isView, useAddress, withQuery } from "./ui/router";
import { Token } from "./ui/token";
import { keepFilesLater } from "./ui/worker";

import { Workspace } from "./views/workspace";

const Bughouse = lazy(() => import("./views/bughouse/bughouse").then((part) => part.BughouseView));
const Collections = lazy(() => import("./views/collections/collections").then((part) => part.Collections));
const GameView = lazy(() => import("./views/game/game").then((part) => part.GameView));
const Import = lazy(() => import("./views/import/import").then((part) => part.Import));
const Missing = lazy(() => import("./views/missing").then((part) => part.Missing));
const Offer = lazy(() => import("./views/import/offer").then((part) => part.Offer), null);
const Play = lazy(() => import("./views/play/play").then((part) => part.Play));
const Print = lazy(() => import("./views/print/print").then((part) => part.Print));
const PlayerView = lazy(() => import("./views/player/player").then((part) => part.PlayerView));
const Progressive = lazy(() => import("./views/play/progressive").then((part) => part.Progressive));
const Settings = lazy(() => import("./views/settings/settings").then((part) => part.Settings));
const SurveyView = lazy(() => import("./views/survey/survey").then((part) => part.SurveyView));
const Training = lazy(() => import("./views/training/training").then((part) => part.Training));

const VIEWS = [
  { path: "/", name: "Search" },
  { path: "/analysis", name: "Analysis" },
  { path: "/training", name: "Training" },
  { path: "/play", name: "Play" },
  { path: "/collections", name: "Saved" },
  { path: "/import", name: "Import" },
] as const;

/** Views that handle a pasted position themselves. */
const PASTE_VIEWS = ["/", "/analysis", "/play", "/training"];

/** How often the status of an absent or busy server is requested, in milliseconds. */
const RETRY = 2000;

function Page() {
  const url = useAddress();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [current, setCurrent] = useState<Status | null>(null);
  const [isAway, setAway] = useState(false);
  /** Whether the last request for the status failed. */
  const [isFailed, setFailed] = useState(false);
  /** Why a private server does not answer. */
  const [refused, setRefused] = useState<Problem | null>(null);
  const refresh = useCallback(() => {
    status().then(
      (status) => {
        setCurrent(status);
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, []);
  const { offered, ended } = useImporting();
  useEffect(refresh, [refresh, ended]);
  // Before the browser paints: a request may fail by then.
  useLayoutEffect(() => onConnection((isConnected) => setAway(!isConnected)), []);
  useLayoutEffect(() => onRefused(setRefused), []);
  useEffect(() => {
    if ((!isAway && !isFailed) || refused) return;
    const timer = setInterval(refresh, RETRY);
    return () => clearInterval(timer);
  }, [isAway, isFailed, refused, refresh]);
  // Elsewhere a pasted position is searched.
  const isSearched = !PASTE_VIEWS.includes(url.pathname);
  const show = (path: string, { line, note, study }: Taken) =>
    go(withQuery(path, toQuery(line)), false, note, study);
  usePaste(isSearched ? (pasted) => show("/", take(pasted)) : null);
  // Search, analysis, collections and import take dropped files themselves.
  const isDropped = !["/", "/analysis", "/collections", "/import"].includes(url.pathname);
  /** What is wrong with a dropped file, and at which address. */
  const [wrong, setWrong] = useState({ text: "", href: "" });
  const drop = async (files: File[]) => {
    const taken = await takeFiles(files);
    if (typeof taken === "string") setWrong({ text: taken, href: location.href });
    else show("/analysis", taken);
  };
  useDrop(isDropped ? drop : null);
  // A link that leads out of a view goes with the view, and the focus with the link.
  useFocusCaught(url.pathname);
  const view = VIEWS.find(({ path }) => path === url.pathname);
  const name = view && t(view.name);
  // Before the view names what it shows.
  useLayoutEffect(() => {
    if (view) document.title = view.path === "/" ? "Tabiya" : `${name} · Tabiya`;
  }, [view, name]);
  return (
    <>
      <a class="skip" href="#main">
        {t("Skip to content")}
      </a>
      <Head url={url} status={current} onLanguage={() => redraw(0)} />
      {isAway && (
        <p class="away" role="alert">
          {t("The server does not answer. This page stays as it is, and continues when the server is back.")}
        </p>
      )}
      {wrong.href === url.href && (
        <p class="away" role="alert">
          {wrong.text}
        </p>
      )}
      {offered.length > 0 && <Offer files={offered} />}
      <main id="main" tabIndex={-1}>
        {refused ? (
          <div class="page">
            <h1>{t("This server is private")}</h1>
            <Token
              label={t("It answers only with a key or its token")}
              problem={refused}
              onToken={(value) => {
                keepKey(value);
                setRefused(null);
                refresh();
              }}
            />
          </div>
        ) : !isView(url.pathname) ? (
          <Missing />
        ) : url.pathname.startsWith("/games/") ? (
          <GameView url={url} />
        ) : url.pathname.startsWith("/players/") ? (
          <PlayerView url={url} />
        ) : url.pathname === "/import" ? (
          <Import status={current} />
        ) : url.pathname === "/play" ? (
          <Play url={url} />
        ) : url.pathname === "/progressive" ? (
          <Progressive url={url} />
        ) : url.pathname === "/bughouse" ? (
          <Bughouse />
        ) : url.pathname === "/survey" ? (
          <SurveyView status={current} />
        ) : url.pathname === "/collections" ? (
          <Collections url={url} />
        ) : url.pathname === "/print" ? (
          <Print />
        ) : url.pathname === "/training" ? (
          <Training url={url} status={current} refresh={refresh} />
        ) : (
          <Workspace url={url} status={current} refresh={refresh} />
        )}
      </main>
      <footer class="foot-note muted">
        {t("Tabiya is free software, licensed under the GPL 3.0 or later.")}{" "}
        <a href="/third-party-licenses.txt">{t("Third-party licences")}</a> ·{" "}
        <a href="/survey">{t("Survey: which positions are alike?")}</a>
      </footer>
    </>
  );
}

interface HeadProps {
  url: URL;
  status: Status | null;
  /** Called when another language was chosen. */
  onLanguage: () => void;
}

function Head({ url, status, onLanguage }: HeadProps) {
  const [theme, storeTheme] = useStored("theme", "auto");
  useEffect(() => setTheme(theme), [theme]);
  const [isSetting, setSetting] = useState(false);
  const isDark = theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  /** Progressive chess and bughouse belong to Play. */
  const at = /^\/(progressive|bughouse)$/.test(url.pathname) ? "/play" : url.pathname;
  const { running } = useImporting();
  /** Search and analysis share their position, and keep it while other views are shown. */
  const carried = url.pathname === "/" || url.pathname === "/analysis" ? url.search : lastAddress();
  return (
    <header class="head">
      <a class="brand" href="/">
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M2 2h7v7H2zM11 11h7v7h-7z" />
          <path d="M11 2h7v7h-7zM2 11h7v7H2z" opacity=".35" />
        </svg>
        Tabiya
      </a>
      <nav aria-label={t("Views")}>
        {VIEWS.map(({ path, name }) => (
          <a
            key={path}
            href={path === "/" || path === "/analysis" ? path + carried : path}
            aria-current={url.pathname === path ? "page" : at === path ? "true" : undefined}
          >
            {t(name)}
          </a>
        ))}
      </nav>
      {running ? (
        <a
          class="importing"
          href="/import"
          aria-label={t("An import is running: {share}", { share: running })}
        >
          <Icon name="upload" /> {running}
        </a>
      ) : (
        <span class="games muted">{status ? t("{n|count} game{{s}}", { n: status.games }) : " "}</span>
      )}
      <Tool
        icon="theme"
        label={isDark ? t("Light theme") : t("Dark theme")}
        onClick={() => storeTheme(isDark ? "light" : "dark")}
      />
      <Tool icon="options" label={t("Settings")} onClick={() => setSetting(true)} />
      {isSetting && (
        <dialog ref={openModal} class="settings" aria-label={t("Settings")} onClose={() => setSetting(false)}>
          <Settings onLanguage={onLanguage} />
        </dialog>
      )}
    </header>
  );
}

/** The same function each time: a new one would be called again. */
const openModal = (dialog: HTMLDialogElement | null) => dialog?.showModal();

function setTheme(theme: string) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

setTheme(stored("theme") ?? "auto");
followLinks();
/** Boards and pieces look as they were chosen before they are first seen. */
const dressed =
  stored("board") || stored("pieces")
    ? import("./views/settings/looks").then(({ dress }) => dress()).catch(() => undefined)
    : Promise.resolve();
const spoken = speak(languageOf(stored("language"), navigator.languages));
Promise.all([dressed, spoken]).then(() => {
  const page = document.getElementById("page");
  if (page) render(<Page />, page);
});
keepFilesLater();
