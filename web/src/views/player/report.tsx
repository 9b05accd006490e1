/** A report on a player's games: where they score more or less than expected, and the mistakes that cost most. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Report as Answer, collections, Problem, type ReportMistake, report } from "../../api/client";
import { Mini } from "../../board/mini";
import { kindName, phaseName, themeName } from "../../board/motifs";
import { count, named, rich, t } from "../../language/language";
import { isolated, spaced } from "../../ui/format";
import { stored as current, useAnswer, useStored, useTitle } from "../../ui/hooks";
import { LAST_SAMPLES, type Sample, secondsByPace, timeLeft } from "../../ui/left";
import { Loading, Trouble } from "../../ui/parts";
import { playerAddress, withQuery } from "../../ui/router";
import { parseBegun, withBegun } from "./begun";
import { addressOf, nobody, SIDES, WHOSE } from "./names";
import { type Row, Scores } from "./scores";

/** The rows of a table that are shown at first. */
const ROWS = 8;

/** The name under which the browser keeps which players' games are scored. */
const BEGUN = "report-scores";

export function Report({ name }: { name: string }) {
  const [stored, store] = useStored(BEGUN, "");
  /** What was done before the page was left: the server has kept it, and answers with it at once. */
  const [before] = useState(() => parseBegun(stored).find(({ player }) => player === name));
  const [isAnalysed, setAnalysed] = useState((before?.games ?? 0) > 0 || before?.isOn === true);
  /** What the answer is to. */
  const answered = useRef("");
  const [samples, setSamples] = useState<Sample[]>([]);
  const [book, setBook] = useState("");
  const known = useAnswer("collections", collections).value?.collections ?? [];
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((round) => round + 1), []);
  useTitle(t("Report on {player}", { player: spaced(name) }));
  useEffect(() => {
    setProblem(null);
    // Stopped, it stays as it is.
    const asked = `${round} ${book}`;
    if (!isAnalysed && answered.current === asked) return;
    const abort = new AbortController();
    const body = { player: name, analyse: isAnalysed, ...(book && { book: { collection: [book] } }) };
    setSamples([]);
    const onReport = (report: Answer) => {
      if (abort.signal.aborted) return;
      answered.current = asked;
      setAnswer(report);
      setSamples((samples) => [
        ...samples.slice(1 - LAST_SAMPLES),
        { at: performance.now(), done: report.evaluatedGames },
      ]);
    };
    report(body, onReport, abort.signal).catch((error: unknown) => {
      if (abort.signal.aborted) return;
      setProblem(error instanceof Problem ? error : new Problem(0, String(error)));
    });
    return () => abort.abort();
  }, [name, isAnalysed, book, round]);
  const done = answer?.evaluatedGames ?? 0;
  const isBack = done >= (before?.games ?? 0) || answer?.complete === true;
  /** Whether the engine only brings back what it had done when it was stopped. */
  const [isReturning, setReturning] = useState(before?.isOn === false);
  const remember = (isOn: boolean) =>
    store(JSON.stringify(withBegun(parseBegun(current(BEGUN) ?? ""), { player: name, games: done, isOn })));
  useEffect(() => {
    if (!isAnalysed || !isBack || !done) return;
    remember(!isReturning);
    if (!isReturning) return;
    setReturning(false);
    setAnalysed(false);
  }, [done, isBack]);
  if (problem && !answer) {
    return (
      <div class="page">
        <h1>{t("Report on {player}", { player: spaced(name) })}</h1>
        <Trouble problem={problem} again={again} missing={nobody(problem, name)} />
      </div>
    );
  }
  if (!answer) return <Loading />;
  const isWorking = isAnalysed && !answer.complete && !problem;
  const left = isWorking ? secondsByPace(samples, answer.read) : null;
  return (
    <div class="page player-page report">
      <header>
        <h1>{rich("Report on {player}", { player: <a href={playerAddress(name)}>{spaced(name)}</a> })}</h1>
        <p class="muted">
          {t("{n|count} game{{s}}", { n: answer.games })}
          {answer.read < answer.games && `; ${t("the newest {n|count} were read", { n: answer.read })}`}
        </p>
        <div class="row">
          {!answer.complete && (
            <button
              type="button"
              aria-pressed={isAnalysed}
              onClick={() => {
                setReturning(false);
                remember(!isAnalysed);
                setAnalysed(!isAnalysed);
              }}
            >
              {isAnalysed ? t("Stop the engine") : done ? t("Continue") : t("Find the mistakes")}
            </button>
          )}
          <p role="status" class="muted">
            {isAnalysed && !isBack
              ? t("Loading the scores of {n|count} game{{s}}…", { n: before?.games ?? 0 })
              : t("{n|count} of {all|count} games have scores.", { n: done, all: answer.read })}
            {isWorking && isBack && ` ${left === null ? t("The engine is at work…") : timeLeft(left)}`}
          </p>
          {!answer.complete && (
            <p class="muted">
              {t("The engine analyses every move. You can leave this page: finished work is kept.")}
            </p>
          )}
        </div>
        {known.length > 0 && (
          <label class="row">
            {t("Book")}
            <select value={book} onChange={(event) => setBook(event.currentTarget.value)}>
              <option value="">{t("no book")}</option>
              {known.map((collection) => (
                <option key={collection.name} value={collection.name}>
                  {isolated(collection.name)}
                </option>
              ))}
            </select>
          </label>
        )}
        {problem && (
          <Trouble
            problem={problem}
            again={again}
            missing={
              problem.field === "collection" && {
                heading: t("This collection was not found"),
                text: t("There is no collection “{name}” any more.", { name: isolated(book) }),
              }
            }
          />
        )}
      </header>
      <Tables answer={answer} name={name} />
      <Mistakes mistakes={answer.mistakes} name={name} />
    </div>
  );
}

function Tables({ answer, name }: { answer: Answer; name: string }) {
  const { all, white, black, structures, motifs, phases, time, book } = answer;
  const rows = (of: typeof structures, label: (name: string) => string): Row[] =>
    of.map((row) => ({
      key: `${row.name} ${row.side}`,
      name: label(row.name),
      note: row.side ? t(WHOSE[row.side]) : "",
      address: null,
      score: row,
    }));
  const plain = (key: string, score: Row["score"]): Row => ({
    key,
    name: key,
    note: "",
    address: null,
    score,
  });
  return (
    <>
      <Part
        title={t("Results")}
        first={t("Which games")}
        rows={[
          plain(t("All games"), all),
          ...SIDES.map(({ color, label }) => plain(t(label), answer[color])),
        ]}
        note={t("The ratings predict the expected points; the average loss of a move is in pawns.")}
      />
      {SIDES.map(({ color }) => (
        <Part
          key={color}
          title={color === "white" ? t("Openings with White") : t("Openings with Black")}
          first={t("Opening")}
          rows={(color === "white" ? white : black).openings.map((opening) => ({
            key: opening.name,
            name: opening.name,
            note: opening.eco,
            address: addressOf(name, opening.moves, color),
            score: opening,
          }))}
        />
      ))}
      <Part title={t("Structures")} first={t("Structure")} rows={rows(structures, named)} />
      <Part title={t("Motifs")} first={t("Motif")} rows={rows(motifs, themeName)} />
      <Part title={t("Phases")} first={t("Phase")} rows={rows(phases, phaseName)} />
      {time && (
        <Part
          title={t("Time trouble")}
          first={t("Which games")}
          rows={[
            plain(t("Games with time trouble, and the moves in it"), time.trouble),
            plain(t("Games without, and all other moves"), time.calm),
          ]}
          note={t(
            "{n|count} of {all|count} moves with less than a tenth of the time left; {lost|count} lost on time.",
            { n: time.movesInTrouble, all: time.moves, lost: time.lostOnTime },
          )}
        />
      )}
      {book && (
        <Part
          title={t("Leaving the book")}
          first={t("Which games")}
          rows={[
            plain(t("The player leaves it first"), book.byPlayer),
            plain(t("The opponent leaves it first"), book.byOpponent),
            ...book.exits.map((exit) => ({
              key: `${exit.fen} ${exit.played.uci}`,
              name: exit.played.san,
              note: exit.book.length
                ? t("not {moves}", { moves: exit.book.map((known) => known.san).join(", ") })
                : "",
              address: `/games/${exit.game}?ply=${exit.ply}`,
              score: exit,
            })),
          ]}
        />
      )}
    </>
  );
}

interface PartProps {
  title: string;
  first: string;
  rows: Row[];
  note?: string;
}

/** A table under its title, with the first rows at first; nothing without rows. */
function Part({ title, first, rows, note }: PartProps) {
  const [isWhole, setWhole] = useState(false);
  if (!rows.length) return null;
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      {note && <p class="muted">{note}</p>}
      <Scores first={first} rows={isWhole ? rows : rows.slice(0, ROWS)} isLong />
      {rows.length > ROWS && !isWhole && (
        <button type="button" onClick={() => setWhole(true)}>
          {t("Show all {n|count}", { n: rows.length })}
        </button>
      )}
    </section>
  );
}

/** The kinds of mistakes, each with positions. */
function Mistakes({ mistakes, name }: { mistakes: ReportMistake[]; name: string }) {
  if (!mistakes.length) return null;
  return (
    <section class="panel" aria-label={t("Costliest mistakes")}>
      <h2>{t("Costliest mistakes")}</h2>
      <p class="muted">
        {t("A mistake costs the points that the player could expect to score before it and not after it.")}
      </p>
      <ol class="mistakes">
        {mistakes.map((mistake) => (
          <li key={`${mistake.how} ${mistake.motif} ${mistake.phase}`}>
            <h3>
              {kindName(kindOf(mistake))}{" "}
              <small class="muted">
                {t("{n|count} time{{s}}, {points} points", {
                  n: mistake.count,
                  points: count(mistake.cost, 1),
                })}
                {mistake.inTimeTrouble > 0 &&
                  `, ${t("{n|count} in time trouble", { n: mistake.inTimeTrouble })}`}
              </small>
            </h3>
            <ul class="examples">
              {mistake.examples.map((example) => (
                <Example key={`${example.game.id} ${example.ply}`} example={example} />
              ))}
            </ul>
            <a class="button" href={exercisesOf(name, kindOf(mistake))}>
              {t("Exercises")}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The name of a kind in requests: `missed fork`, `endgame`. */
const kindOf = ({ how, motif, phase }: ReportMistake): string =>
  how && motif ? `${how} ${motif}` : (phase ?? "middlegame");

/** The address of exercises of a kind of the player's mistakes. */
const exercisesOf = (player: string, mistakes: string) =>
  withQuery("/training", new URLSearchParams({ player, mistakes, level: "any", limit: "10" }));

function Example({ example }: { example: ReportMistake["examples"][number] }) {
  const { game, ply, fen, played, best, reply, before, after } = example;
  const orientation = fen.split(" ")[1] === "b" ? "black" : "white";
  return (
    <li>
      <a href={withQuery(`/games/${game.id}`, new URLSearchParams({ ply: String(ply) }))}>
        <Mini fen={fen} orientation={orientation} next={played.uci} />
        <span>{t("{move} ({before} → {after})", { move: played.san, before, after })}</span>
      </a>
      {best && (
        <small>
          <a href={withQuery("/", new URLSearchParams({ fen, played: best.san }))}>
            {t("{move} was best: who played it", { move: best.san })}
          </a>
        </small>
      )}
      {reply && <small class="muted">{t("{move} follows.", { move: reply.san })}</small>}
    </li>
  );
}
