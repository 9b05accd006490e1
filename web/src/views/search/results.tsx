/** Similar positions, as boards. */

import type { Color } from "chessops/types";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Explanation, FAMILIES, type Hit, type Similar } from "../../api/client";
import { moveNumber } from "../../board/chess";
import { Mini } from "../../board/mini";
import { savable } from "../../keep/collections";
import { openHits, openSave } from "../../keep/open";
import { count, t } from "../../language/language";
import { fullName, isolated, joined, result, surname, year } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { lazy } from "../../ui/lazy";
import { playerAddress } from "../../ui/router";
import { addressOf, comparedWith, matchOf, namesOf } from "./hits";
import { FAMILY_NAMES } from "./scoring";

const Large = lazy(() => import("./large").then((part) => part.Large), null);

interface ResultsProps {
  similar: Similar;
  orientation: Color;
  isLoading: boolean;
}

export function Results({ similar, orientation, isLoading }: ResultsProps) {
  const { hits } = similar;
  /** The place of the hit whose board is large. */
  const [large, enlarge] = useState<number | null>(null);
  return (
    <>
      <ol class="results" aria-busy={isLoading} aria-label={t("Similar positions")}>
        {hits.map((hit, place) => (
          <Card
            // The key holds the rank, so that cards do not move.
            key={`${hit.rank} ${hit.game.id}`}
            hit={hit}
            query={similar.fen}
            orientation={orientation}
            onEnlarge={() => enlarge(place)}
          />
        ))}
      </ol>
      {large !== null && (
        <Large similar={similar} orientation={orientation} begin={large} onClose={() => enlarge(null)} />
      )}
    </>
  );
}

/** The size of the result and of the index. */
export function Summary({ similar }: { similar: Similar | null }) {
  return (
    <div class="row">
      <p class="summary muted" aria-live="polite">
        {similar ? summaryOf(similar) : " "}
      </p>
      {similar && similar.hits.length > 0 && (
        <button type="button" class="text-tool" onClick={() => openHits(similar)}>
          {t("Save or print")}
        </button>
      )}
    </div>
  );
}

function summaryOf({ hits, games, positions, passed, tookMs }: Similar): string {
  const time = `${count(tookMs, tookMs < 10 ? 1 : 0)} ms`;
  const all = { hits: hits.length, games, positions, time };
  if (!passed)
    return t(
      "{hits|count} of {games|count} {{games:game|games}}; {positions|count} position{{s}} compared in {time}",
      all,
    );
  return t(
    "{hits|count} of {games|count} {{games:game|games}}; {positions|count} position{{s}}, of which {passed|count} {{passed:position|positions}} in {within|count} game{{s}} match the filters; {time}",
    { ...all, passed: passed.positions, within: passed.games },
  );
}

interface CardProps {
  hit: Hit;
  query: string;
  orientation: Color;
  onEnlarge: () => void;
}

function Card({ hit, query, orientation, onEnlarge }: CardProps) {
  const reasons = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // They may open below the screen.
  useEffect(() => {
    if (isOpen) reasons.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  const [lit, setLit] = useState<string[]>([]);
  const { game, explanation, played } = hit;
  const names = namesOf(hit);
  const [white, black] = result(game).split("–");
  const details = `details-${game.id}`;
  const seen = comparedWith(hit, query, orientation);
  return (
    <li
      class={`card${isOpen ? " open" : ""}`}
      onKeyDown={(event) => {
        if (event.key === "Escape") setOpen(false);
      }}
    >
      <Mini fen={hit.fen} {...seen} next={played?.uci ?? null} lit={lit} />
      <div class="about">
        <p class="said">
          <b>{matchOf(hit)}</b>
          {hit.games !== null && hit.games > 1 && (
            <span class="tag">{t("{n|count} game{{s}}", { n: hit.games })}</span>
          )}
          {game.variationPly !== null && <span class="tag">{t("variation")}</span>}
          {hit.flipped && <span class="tag">{t("colours reversed")}</span>}
          <span class="sentence" lang="en">
            {hit.summary}
          </span>
        </p>
        <a class="players" href={addressOf(hit, orientation)}>
          <span class="hidden">{`${hit.rank}. ${names}`}</span>
        </a>
        {/* By keyboard the names of the game lead there: a card has few stops. */}
        {[game.white, game.black].map((player, place) => (
          <p class="player" key={place === 0 ? "white" : "black"}>
            <i class={place === 0 ? "dot white" : "dot black"} aria-hidden="true" />
            <a href={playerAddress(player.name)} title={fullName(player)} tabIndex={-1}>
              {surname(player)}
            </a>
            <small>{player.rating}</small>
            <span class="point">{place === 0 ? white : black}</span>
          </p>
        ))}
        <p class="where">{joined([year(game.date), isolated(game.event ?? "")]) || " "}</p>
      </div>
      <div class="foot">
        <p class="next">
          {played ? (
            <>
              <span class="muted">{t("played")}</span> {moveNumber(hit.fen)} {played.san}
            </>
          ) : (
            <span class="muted">{t("the game ended here")}</span>
          )}
        </p>
        {explanation && (
          <button
            type="button"
            class="details"
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="why" />
            <span>{t("Details")}</span>
            <span class="hidden">{` ${t("of {game}", { game: names })}`}</span>
          </button>
        )}
        <button
          type="button"
          class="keep"
          aria-label={t("Save: {game}", { game: names })}
          title={t("Save")}
          // By keyboard, on the large board: ten cards would be ten stops more.
          tabIndex={-1}
          onClick={() => openSave(savable(hit, seen.orientation))}
        >
          <Icon name="save" />
        </button>
        <button
          type="button"
          class="details enlarge"
          aria-label={t("Enlarge: {game}", { game: names })}
          title={t("Enlarge")}
          // From one on, the arrow keys go to the others.
          tabIndex={hit.rank === 1 ? 0 : -1}
          onClick={onEnlarge}
        >
          <Icon name="enlarge" />
        </button>
      </div>
      {explanation && (
        <div ref={reasons} class="reasons" id={details} hidden={!isOpen}>
          {isOpen && <Reasons hit={hit} explanation={explanation} onPoint={setLit} />}
          {isOpen && <SameBoard hit={hit} />}
        </div>
      )}
    </li>
  );
}

/** Other games with the board of a hit. */
function SameBoard({ hit }: { hit: Hit }) {
  if (hit.sameBoard.length === 0) return null;
  const more = (hit.games ?? 0) - 1 - hit.sameBoard.length;
  return (
    <div class="same-board">
      <p class="muted">{t("The same position in")}</p>
      <ul>
        {hit.sameBoard.map(({ game, ply }) => (
          <li key={game.id}>
            <a href={`/games/${game.id}?ply=${ply}`}>
              {joined([`${surname(game.white)} – ${surname(game.black)}`, year(game.date)], ", ")}
            </a>
          </li>
        ))}
        {more > 0 && <li class="muted">{t("and {n|count} other game{{s}}", { n: more })}</li>}
      </ul>
    </div>
  );
}

/** The number of terms that are listed. */
const TERMS = 8;

function Reasons({
  hit,
  explanation,
  onPoint,
}: {
  hit: Hit;
  explanation: Explanation;
  /** Receives the squares of the term that is pointed at. */
  onPoint: (squares: string[]) => void;
}) {
  const families = FAMILIES.filter((family) => explanation[family] >= 0.05).sort(
    (a, b) => explanation[b] - explanation[a],
  );
  const most = Math.max(...families.map((family) => explanation[family]), 0.1);
  return (
    <>
      <ul class="bars">
        {families.map((family) => (
          <li key={family}>
            <span>{t(FAMILY_NAMES[family])}</span>
            <i aria-hidden="true">
              <b class={family} style={{ width: `${(explanation[family] / most) * 100}%` }} />
            </i>
            <span class="number">{count(explanation[family], 1)}</span>
          </li>
        ))}
        {explanation.penalty >= 0.05 && (
          <li>
            <span>{t("Minus differences")}</span>
            <i />
            <span class="number">−{count(explanation.penalty, 1)}</span>
          </li>
        )}
        <li class="points">
          <span>{t("Score")}</span>
          <i />
          <span class="number">{count(hit.score, 1)}</span>
        </li>
      </ul>
      <ul class="terms">
        {explanation.terms.slice(0, TERMS).map(({ term, family, score, text, squares }) => (
          <li key={term + family} onMouseEnter={() => onPoint(squares)} onMouseLeave={() => onPoint([])}>
            <span lang="en">{text}</span>
            <span class="number">{count(score, 1)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Placeholders of the size of cards. */
export function Coming({ cards }: { cards: number }) {
  return (
    <div class="results coming" aria-hidden="true">
      {Array.from({ length: cards }, (_, place) => (
        <div class="card" key={place}>
          <div class="mini" />
          <div class="about">
            <i />
            <i />
            <i />
          </div>
          <div class="foot" />
        </div>
      ))}
    </div>
  );
}
