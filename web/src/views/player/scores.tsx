/** Tables of a player's games that have something in common. */

import type { PlayerScore } from "../../api/client";
import { count, t } from "../../language/language";
import { Bar } from "../../ui/bar";

export interface Row {
  key: string;
  name: string;
  note: string;
  /** Where the name leads. */
  address: string | null;
  score: PlayerScore & { rated?: number; points?: number; expected?: number; averageLoss?: number | null };
}

/** @param isLong whether the table also shows points beside expected ones, and the average loss */
export function Scores({ first, rows, isLong = false }: { first: string; rows: Row[]; isLong?: boolean }) {
  return (
    <table class={isLong ? "long" : undefined}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{t("Games")}</th>
          {isLong && (
            <>
              <th
                scope="col"
                title={t("Points of rated games, and how many more or fewer than the ratings predict")}
              >
                {t("Points, difference")}
              </th>
              <th scope="col">{t("Average loss")}</th>
            </>
          )}
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
            {isLong && (
              <>
                <td>
                  <Points score={score} />
                </td>
                <td>{typeof score.averageLoss === "number" ? count(score.averageLoss / 100, 2) : "–"}</td>
              </>
            )}
            <td>
              <Ended score={score} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The points of rated games, and how many more or fewer these are than expected. */
export function Points({ score: { rated = 0, points = 0, expected = 0 } }: { score: Row["score"] }) {
  if (!rated) return <>–</>;
  const more = points - expected;
  const sign = more < 0 ? "−" : "+";
  return (
    <>
      {count(points, 1)}{" "}
      <small class={more < 0 ? "fewer" : "more"}>
        {sign}
        {count(Math.abs(more), 1)}
      </small>
    </>
  );
}

/** Not those of White and Black: a player wins with both. */
const LOOKS = ["won", "drawn", "lost"] as const;

export const Ended = ({ score: { wins, draws, losses } }: { score: PlayerScore }) => (
  <Bar
    white={wins}
    draws={draws}
    black={losses}
    looks={LOOKS}
    words={({ white, draws, black }) =>
      t("won {won} %, drawn {drawn} %, lost {lost} %", { won: white, drawn: draws, lost: black })
    }
  />
);
