/** A player's page: results, openings and structures in the games of the index. */

import { count, named, t } from "../../language/language";
import "../../styles/player.css";
import { type PlayerRecord, type PlayerScore, playerRecord } from "../../api/client";
import { lineOf, toQuery } from "../../board/chess";
import { Bar } from "../../ui/bar";
import { spaced } from "../../ui/format";
import { useAnswer, useTitle } from "../../ui/hooks";
import { Loading, Trouble } from "../../ui/parts";
import { withQuery } from "../../ui/router";

const SIDES = [
  { color: "white", label: "With White" },
  { color: "black", label: "With Black" },
] as const;

/** Whose a structure is. */
const WHOSE = { player: "own", opponent: "the opponent’s" } as const;

export function PlayerView({ url }: { url: URL }) {
  const name = nameOf(url.pathname);
  const answer = useAnswer(name, (signal) => playerRecord(name, signal));
  const title = spaced(answer.value?.name ?? name);
  useTitle(title);
  if (answer.problem) {
    return (
      <div class="page">
        <h1>{title}</h1>
        <Trouble problem={answer.problem} again={answer.again} />
      </div>
    );
  }
  if (!answer.value || answer.isLoading) return <Loading />;
  return <Shown record={answer.value} />;
}

/** The name in an address; one that is not written as addresses are as it is. */
function nameOf(path: string): string {
  const name = path.slice("/players/".length);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function Shown({ record }: { record: PlayerRecord }) {
  const { name, games, read, structures } = record;
  /** The games of a colour from the end of a line on. */
  const explore = (moves: string, color: "white" | "black") => {
    const line = lineOf(null, moves);
    const query = toQuery({ ...line, ply: line.moves.length });
    query.set("player", name);
    query.set("color", color);
    if (color === "black") query.set("view", "black");
    return withQuery("/", query);
  };
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
                    address: opening.moves ? explore(opening.moves, color) : null,
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

interface Row {
  key: string;
  name: string;
  note: string;
  /** Where the name leads. */
  address: string | null;
  score: PlayerScore;
}

function Scores({ first, rows }: { first: string; rows: Row[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{t("Games")}</th>
          <th scope="col">{t("Won, drawn, lost")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, note, address, score }) => (
          <tr key={key}>
            <th scope="row">
              {address ? <a href={address}>{name}</a> : name} <small class="muted">{note}</small>
            </th>
            <td>{count(score.games)}</td>
            <td>
              <Ended score={score} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Ended = ({ score: { wins, draws, losses } }: { score: PlayerScore }) => (
  <Bar
    white={wins}
    draws={draws}
    black={losses}
    words={({ white, draws, black }) =>
      t("won {won} %, drawn {drawn} %, lost {lost} %", { won: white, drawn: draws, lost: black })
    }
  />
);
