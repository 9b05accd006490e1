/** A player's page: results, openings and structures in the games of the index. */

import { named, t } from "../../language/language";
import "../../styles/player.css";
import { type PlayerRecord, playerRecord } from "../../api/client";
import { spaced } from "../../ui/format";
import { useAnswer, useTitle } from "../../ui/hooks";
import { Loading, Trouble } from "../../ui/parts";
import { playerAddress, withQuery } from "../../ui/router";
import { addressOf, nameOf, nobody, SIDES, WHOSE } from "./names";
import { Report } from "./report";
import { Ended, Scores } from "./scores";

export function PlayerView({ url }: { url: URL }) {
  const name = nameOf(url.pathname);
  return url.pathname.endsWith("/report") ? <Report key={name} name={name} /> : <Record name={name} />;
}

function Record({ name }: { name: string }) {
  const answer = useAnswer(name, (signal) => playerRecord(name, signal));
  const title = spaced(answer.value?.name ?? name);
  useTitle(title);
  if (answer.problem) {
    return (
      <div class="page">
        <h1>{title}</h1>
        <Trouble problem={answer.problem} again={answer.again} missing={nobody(answer.problem, name)} />
      </div>
    );
  }
  if (!answer.value || answer.isLoading) return <Loading />;
  return <Shown record={answer.value} />;
}

function Shown({ record }: { record: PlayerRecord }) {
  const { name, games, read, structures } = record;
  return (
    <div class="page player-page">
      <header>
        <h1>{spaced(name)}</h1>
        <p class="muted">
          {t("{n|count} game{{s}}", { n: games })}
          {read < games &&
            `; ${t("openings and structures are those of {n|count} that were added last", { n: read })}`}
        </p>
        <nav class="row" aria-label={t("With these games")}>
          <a class="button" href={withQuery("/training", new URLSearchParams({ player: name }))}>
            {t("Exercises")}
          </a>
          <a class="button" href={`${playerAddress(name)}/report`}>
            {t("Report")}
          </a>
        </nav>
      </header>
      <div class="player-sides">
        {SIDES.map(({ color, label }) => {
          const { openings, ...score } = record[color];
          return (
            <section key={color} class="panel" aria-label={t(label)}>
              <h2>
                <i class={`dot ${color}`} aria-hidden="true" /> {t(label)}{" "}
                <small class="muted">{t("{n|count} game{{s}}", { n: score.games })}</small>
              </h2>
              <Ended score={score} />
              {openings.length > 0 && (
                <Scores
                  first={t("Opening")}
                  rows={openings.map((opening) => ({
                    key: opening.name,
                    name: opening.name,
                    note: opening.eco,
                    address: addressOf(name, opening.moves, color),
                    score: opening,
                  }))}
                />
              )}
            </section>
          );
        })}
      </div>
      {structures.length > 0 && (
        <section class="panel" aria-label={t("Structures")}>
          <h2>{t("Structures")}</h2>
          <p class="muted">
            {t("Named pawn structures that stood for at least four moves, each with a game.")}
          </p>
          <Scores
            first={t("Structure")}
            rows={structures.map((structure) => ({
              key: `${structure.name} ${structure.side}`,
              name: named(structure.name),
              note: structure.side ? t(WHOSE[structure.side]) : "",
              address: `/games/${structure.game}?ply=${structure.ply}`,
              score: structure,
            }))}
          />
        </section>
      )}
    </div>
  );
}
