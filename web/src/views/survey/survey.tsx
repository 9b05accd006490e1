/** The survey: people order positions by likeness, and take their answers away as a file. */

import { rich, t } from "../../language/language";
import "../../styles/survey.css";

import { useRef, useState } from "preact/hooks";
import type { Status } from "../../api/client";
import { focusMain, useFocusCaught } from "../../ui/focus";
import { useAnswer, useStored, useTitle } from "../../ui/hooks";
import { Icon } from "../../ui/icons";
import { Choice, Trouble } from "../../ui/parts";
import { save } from "../../ui/save";

import { draw, queriesOf } from "./drawing";
import { fileOf, NONE, parseJudged, raterOf, type Survey, withAnswer } from "./judging";
import { Order } from "./order";

const COUNTS = [
  { name: "5", label: "5" },
  { name: "10", label: "10" },
  { name: "20", label: "20" },
] as const;

const SOURCES = [
  { name: "games", label: "From the games" },
  { name: "own", label: "Of my own" },
] as const;

export function SurveyView({ status }: { status: Status | null }) {
  const [stored, store] = useStored("survey", "");
  const judged = parseJudged(stored);
  const { survey, answers } = judged;
  // A question may be drawn while another is answered.
  const latest = useRef(judged);
  latest.current = judged;
  const set = (changed: Partial<typeof judged>) => {
    latest.current = { ...latest.current, ...changed };
    store(JSON.stringify(latest.current));
  };
  const question = survey?.questions[survey.done];
  const isComplete = survey !== null && survey.done >= survey.count;
  useTitle(t("Survey"));
  const games = status?.games ?? 0;
  // One ahead, so that nobody waits.
  const isMissing = survey !== null && survey.questions.length < Math.min(survey.done + 2, survey.count);
  const { problem, again } = useAnswer(
    isMissing && (games || survey.queries) ? `${survey.drawn} ${survey.questions.length} ${games}` : null,
    async (signal) => {
      const { survey, answers } = latest.current;
      if (!survey) return null;
      const { question, drawn } = await draw(survey, answers, games, signal);
      const { survey: now } = latest.current;
      if (!now) return null;
      const questions = question ? [...now.questions, question] : now.questions;
      // Without another question those so far are all.
      const count = question ? now.count : questions.length;
      set({ survey: { ...now, drawn, questions, count } });
      return question;
    },
  );
  useFocusCaught(question?.query ?? (survey ? "drawing" : "begin"));
  /** Whether positions would be found in games, and there are none. */
  const isWithout = status !== null && !games && !survey?.queries;
  const files = answers.length > 0 && (
    <section class="panel answers" aria-labelledby="answers">
      <h2 id="answers">{t("Your answers")}</h2>
      <p>
        {t(
          "{n|count} answer{{s}}, kept in this browser and nowhere else. The file is a table that a text editor opens; the rows of several people go into one file, below a single first line.",
          { n: answers.length },
        )}
      </p>
      <pre>tabiya quality --judgements tabiya-judgements.tsv</pre>
      <div class="row">
        <button
          type="button"
          class={isComplete ? "primary" : ""}
          onClick={() => save("tabiya-judgements.tsv", fileOf(answers), "text/tab-separated-values")}
        >
          <Icon name="download" /> {t("Save as a file")}
        </button>
        <button
          type="button"
          class="text-tool"
          onClick={() => confirm(t("Remove all answers from this browser?")) && store(JSON.stringify(NONE))}
        >
          <Icon name="trash" /> {t("Remove")}
        </button>
      </div>
    </section>
  );
  if (survey && question && !isComplete) {
    const go = (changed: Partial<Survey>) => set({ survey: { ...survey, ...changed } });
    return (
      // Another page than the one that it takes the place of, which is narrower.
      <div key="asking" class="page survey asking">
        <div class="toolbar">
          <h1>{t("Which is most like it?")}</h1>
          <span class="spring" />
          <p class="muted number" role="status">
            {t("{n} of {all}", { n: survey.done + 1, all: survey.count })}
          </p>
        </div>
        <Order
          key={question.query}
          question={question}
          order={survey.order.length ? survey.order : question.options}
          onOrder={(order) => go({ order })}
        />
        <div class="row">
          <button
            type="button"
            class="primary"
            onClick={() => {
              const order = survey.order.length ? survey.order : question.options;
              const answer = { query: question.query, rater: survey.rater, order };
              set({
                answers: withAnswer(answers, answer),
                survey: { ...survey, done: survey.done + 1, order: [] },
              });
              scrollTo(0, 0);
              focusMain();
            }}
          >
            {survey.done + 1 < survey.count ? t("Keep this order, next") : t("Keep this order, finish")}
          </button>
          <button
            type="button"
            onClick={() => {
              // The one after it may be drawn already.
              go({ questions: survey.questions.filter((other) => other !== question), order: [] });
            }}
          >
            {t("I cannot say")}
          </button>
          <span class="spring" />
          <button type="button" class="text-tool" onClick={() => set({ survey: null })}>
            {t("Stop here")}
          </button>
        </div>
      </div>
    );
  }
  return (
    <div class="page survey">
      <h1>{isComplete ? t("Thank you") : t("Which positions are alike?")}</h1>
      {isComplete ? (
        <p class="lead">
          {survey.count
            ? t(
                "That was the last of {n|count} question{{s}}. Save your answers as a file, and give it to whoever asked you, or measure with it yourself.",
                { n: survey.count },
              )
            : t("There was no question: the games have too few similar positions.")}
        </p>
      ) : (
        <About />
      )}
      {survey && !isComplete ? (
        problem ? (
          <Trouble problem={problem} again={again} />
        ) : (
          <div class="notice" role="status">
            <h2>{isWithout ? t("No games yet") : t("Looking for a position")}</h2>
            <p>
              {isWithout ? (
                <>
                  {t("The survey needs games to find positions in.")} <a href="/import">{t("Import some")}</a>
                  .
                </>
              ) : (
                t("And for those that are like it.")
              )}
            </p>
          </div>
        )
      ) : isComplete ? (
        files
      ) : (
        <>
          <Begin games={games} isKnown={status !== null} onBegin={(survey) => set({ survey })} />
          {files}
        </>
      )}
      {isComplete && (
        <p>
          <button type="button" onClick={() => set({ survey: null })}>
            {t("Another series")}
          </button>
        </p>
      )}
    </div>
  );
}

function About() {
  return (
    <>
      <p class="lead">
        {t(
          "Tabiya puts positions in order by how alike they are. Whether people would put them in the same order, only people can tell: here you see a position and four others, and order the four.",
        )}
      </p>
      <p class="muted">
        {rich("Matic Plut asked players in this way for his thesis {title} (2018).", {
          title: <i lang="sl">Prepoznavanje pozicijskih motivov v šahovskih pozicijah</i>,
        })}{" "}
        {t(
          "You see no names and no numbers, so that nothing but the positions counts. There is no right answer. Your answers stay in this browser, and no answer is sent anywhere; you can stop, and go on another day.",
        )}
      </p>
    </>
  );
}

interface BeginProps {
  games: number;
  isKnown: boolean;
  onBegin: (survey: Survey) => void;
}

function Begin({ games, isKnown, onBegin }: BeginProps) {
  const [rater, setRater] = useStored("survey-rater", "");
  const [series, setSeries] = useState("1");
  const [count, setCount] = useState<(typeof COUNTS)[number]["name"]>("10");
  const [source, setSource] = useState<(typeof SOURCES)[number]["name"]>("games");
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const begin = () => {
    const { fens, wrong } = queriesOf(text);
    const number = Number(series);
    const isOwn = source === "own";
    const complaint = !raterOf(rater)
      ? t("Enter a name or a number for yourself first.")
      : isOwn && wrong
        ? t("“{text}” is not a position that can be played.", { text: wrong })
        : isOwn && !fens.length
          ? t("Enter a position first, as FEN.")
          : !isOwn && !(Number.isInteger(number) && number >= 1)
            ? t("The series is a whole number from 1.")
            : null;
    setWrong(complaint);
    if (complaint) return;
    onBegin({
      rater: raterOf(rater),
      series: isOwn ? 0 : number,
      count: isOwn ? fens.length : Number(count),
      queries: isOwn ? fens : null,
      questions: [],
      drawn: 0,
      done: 0,
      order: [],
    });
  };
  return (
    <form
      class="panel begin"
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      {isKnown && !games && (
        <p class="note" role="status">
          {t("There are no games yet, in which positions could be found.")}{" "}
          <a href="/import">{t("Import some")}</a>.
        </p>
      )}
      <div class="field">
        <label for="rater">{t("Your name, or a number: it tells your answers from those of others")}</label>
        <input
          id="rater"
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={rater}
          onInput={(event) => setRater(event.currentTarget.value)}
        />
      </div>
      <div class="field">
        <span aria-hidden="true">{t("Positions")}</span>
        <Choice label={t("Positions")} name="source" value={source} options={SOURCES} onChange={setSource} />
      </div>
      {source === "games" ? (
        <div class="row">
          <label class="select">
            <span>{t("Series: the same number asks about the same positions")}</span>
            <input
              type="text"
              inputMode="numeric"
              autocomplete="off"
              value={series}
              onInput={(event) => setSeries(event.currentTarget.value)}
            />
          </label>
          <span class="spring" />
          <div class="field inline">
            <span aria-hidden="true">{t("Questions")}</span>
            <Choice label={t("Questions")} name="count" value={count} options={COUNTS} onChange={setCount} />
          </div>
        </div>
      ) : (
        <div class="field">
          <label for="queries">{t("A FEN a line")}</label>
          <textarea
            id="queries"
            rows={4}
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
      )}
      {wrong && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
      <div>
        <button type="submit" class="primary">
          {t("Begin")}
        </button>
      </div>
    </form>
  );
}
