/** The exact position in the games: how they ended, what was played, and the games themselves. */

import { useRef, useState } from "preact/hooks";
import type { Exact, ExplorerGame, ExplorerMove } from "../../api/client";
import { count, t } from "../../language/language";
import { Bar } from "../../ui/bar";
import { result, surname } from "../../ui/format";
import type { Answer } from "../../ui/hooks";
import { Choice } from "../../ui/parts";
import { Layer } from "./layer";

const LISTS = [
  { name: "moves", label: "Moves" },
  { name: "top", label: "Top games", about: "by average rating" },
  { name: "recent", label: "Recent games" },
] as const;

interface InGamesProps {
  answer: Answer<Exact>;
  /** Whether the position comes before those that are compared. */
  isBefore: boolean;
  /** Whether it begins open on a phone. */
  isFirst: boolean;
  /** Plays a move, in SAN. */
  onPlay: (san: string) => void;
  /** Receives the move that is pointed at, UCI. */
  onPoint: (uci: string | null) => void;
}

export function InGames({ answer, isBefore, isFirst, onPlay, onPoint }: InGamesProps) {
  const { value, isLoading, problem } = answer;
  const [shown, show] = useState<(typeof LISTS)[number]["name"]>("moves");
  const title = t("In these games");
  if (problem) {
    return (
      <Layer
        title={title}
        note={t("The server cannot answer now.")}
        class="in-games"
        isBusy={false}
        isEmpty
      />
    );
  }
  if (!value) return null;
  const { games } = value;
  return (
    <Layer
      title={title}
      note={games ? t("{n|count} game{{s}}", { n: games }) : t("None has exactly this position.")}
      class="in-games"
      isBusy={isLoading}
      isEmpty={games === 0}
      isFirst={isFirst}
    >
      <Bar white={value.white} draws={value.draws} black={value.black} />
      <p class="muted">
        {isBefore
          ? t("Similar positions come from later moves, so these numbers say more here.")
          : t("Exactly this position, by any move order.")}
      </p>
      <Choice label={t("List")} name="in-games" value={shown} options={LISTS} onChange={show} />
      <div class="listed">
        {shown === "moves" ? (
          <Played key={value.fen} moves={value.moves} onPlay={onPlay} onPoint={onPoint} />
        ) : (
          <Games
            games={shown === "top" ? value.topGames : value.recentGames}
            fen={value.fen}
            areDecided={value.white + value.draws + value.black === games}
          />
        )}
      </div>
    </Layer>
  );
}

interface PlayedProps {
  moves: ExplorerMove[];
  onPlay: (san: string) => void;
  onPoint: (uci: string | null) => void;
}

/** What was played. The list is one tab stop; the arrow keys go from move to move. */
function Played({ moves, onPlay, onPoint }: PlayedProps) {
  const table = useRef<HTMLTableSectionElement>(null);
  const [at, setAt] = useState(0);
  const step = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: moves.length - 1 }[event.key];
    const button = to === undefined ? null : table.current?.querySelectorAll("button")[to];
    if (!button) return;
    button.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  if (!moves.length) return <p class="muted">{t("They all ended here.")}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("Move")}</th>
          <th scope="col">{t("Games")}</th>
          <th scope="col">{t("White, draws, Black")}</th>
          <th scope="col" title={t("Average rating of the players who made the move")}>
            {t("Rating")}
          </th>
        </tr>
      </thead>
      <tbody ref={table}>
        {moves.map((move, place) => (
          <tr
            key={move.uci}
            title={move.opening?.name}
            onMouseEnter={() => onPoint(move.uci)}
            onMouseLeave={() => onPoint(null)}
          >
            <th scope="row">
              <button
                type="button"
                tabIndex={place === at ? 0 : -1}
                onKeyDown={step}
                onFocus={() => {
                  setAt(place);
                  onPoint(move.uci);
                }}
                onBlur={() => onPoint(null)}
                onClick={() => onPlay(move.san)}
              >
                {move.san}
              </button>
            </th>
            <td>{count(move.white + move.draws + move.black)}</td>
            <td>
              <Bar {...move} />
            </td>
            <td class="muted">{move.averageRating ?? "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface GamesProps {
  games: ExplorerGame[];
  fen: string;
  /** Whether the result of every game is known, so that one without a winner was drawn. */
  areDecided: boolean;
}

/** Games, each a link to this position in it. */
function Games({ games, fen, areDecided }: GamesProps) {
  return (
    <ol>
      {games.map((game) => (
        <li key={game.id}>
          <a href={`/games/${game.id}?at=${fen.split(" ").slice(0, 2).join("_")}`}>
            <b>
              {surname(game.white)} – {surname(game.black)}
            </b>
            <span class="muted">{game.year || ""}</span>
            {game.variationPly !== undefined && <span class="tag">{t("variation")}</span>}
            <span>{result({ winner: game.winner, result: areDecided ? "1/2-1/2" : null })}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}
