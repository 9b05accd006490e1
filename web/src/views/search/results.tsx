/** Similar positions, as boards. */

import type { Color } from "chessops/types";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Explanation, FAMILIES, type Hit, type Similar } from "../../api/client";
import { flipFen, moveNumber } from "../../board/chess";
import { Mini } from "../../board/mini";
import { count, fullName, many, result, surname, year } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { FAMILY_NAMES } from "./scoring";

interface ResultsProps {
  similar: Similar;
  orientation: Color;
  isLoading: boolean;
}

export function Results({ similar, orientation, isLoading }: ResultsProps) {
  const { hits } = similar;
  return (
    <ol class="results" aria-busy={isLoading} aria-label="Similar positions">
      {hits.map((hit) => (
        <Card
          // The key holds the rank, so that cards do not move.
          key={`${hit.rank} ${hit.game.id}`}
          hit={hit}
          query={similar.fen}
          orientation={orientation}
          best={hits[0]?.score ?? 1}
        />
      ))}
    </ol>
  );
}

/** The size of the result and of the index. */
export function Summary({ similar }: { similar: Similar | null }) {
  return (
    <p class="summary muted" aria-live="polite">
      {similar ? summaryOf(similar) : " "}
    </p>
  );
}

function summaryOf({ hits, games, positions, passed, tookMs }: Similar): string {
  const time = `${tookMs < 10 ? tookMs.toFixed(1) : Math.round(tookMs)} ms`;
  const size = `${count(hits.length)} of ${many(games, "game")}; ${many(positions, "position")}`;
  if (!passed) return `${size} compared in ${time}`;
  return `${size}, of which ${many(passed.positions, "position")} in ${many(passed.games, "game")} match the filters; ${time}`;
}

interface CardProps {
  hit: Hit;
  query: string;
  orientation: Color;
  best: number;
}

/** How long the mouse rests on a card before its reasons open, in milliseconds. */
const REST = 250;

function Card({ hit, query, orientation, best }: CardProps) {
  const reasons = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [lit, setLit] = useState<string[]>([]);
  const timer = useRef(0);
  const { game, explanation, played } = hit;
  const queryFen = hit.flipped ? flipFen(query) : query;
  const seenFrom = hit.flipped ? (orientation === "white" ? "black" : "white") : orientation;
  const names = `${surname(game.white)} – ${surname(game.black)}`;
  const rest = (isOver: boolean) => {
    clearTimeout(timer.current);
    if (isOver) timer.current = window.setTimeout(() => setHovered(true), REST);
    else {
      setHovered(false);
      setLit([]);
    }
  };
  const isShown = isOpen || isHovered || isFocused;
  // Reasons opened by keyboard scroll into view.
  useEffect(() => {
    if (isFocused) reasons.current?.scrollIntoView({ block: "nearest" });
  }, [isFocused]);
  const score = result(game);
  const [white, black] = score.split("–");
  const why = `why-${game.id}`;
  return (
    <li
      class={`card${isShown ? " open" : ""}`}
      onMouseEnter={() => rest(true)}
      onMouseLeave={() => rest(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        setOpen(false);
        setFocused(false);
      }}
    >
      <Mini fen={hit.fen} orientation={seenFrom} query={queryFen} next={played?.uci ?? null} lit={lit} />
      <div class="about">
        <a
          class="players"
          href={`/games/${game.id}?ply=${hit.ply}${orientation === "black" ? "&view=black" : ""}`}
        >
          <span class="hidden">{`${hit.rank}. ${names}: `}</span>
          {[game.white, game.black].map((player, place) => (
            <span class="player" key={place === 0 ? "white" : "black"} title={fullName(player)}>
              <i class={place === 0 ? "dot white" : "dot black"} aria-hidden="true" />
              <b>{surname(player)}</b>
              <small>{player.rating}</small>
              <span class="point">{place === 0 ? white : black}</span>
            </span>
          ))}
        </a>
        <p class="where">
          {[year(game.date), game.event].filter((part) => part && part !== "?").join(" · ") || " "}
        </p>
        <p class="next">
          {played ? (
            <>
              <span class="muted">played</span> {moveNumber(hit.fen)} {played.san}
            </>
          ) : (
            <span class="muted">the game ended here</span>
          )}
          {hit.identical && <span class="tag">your position</span>}
          {hit.flipped && <span class="tag">colours reversed</span>}
          {hit.games !== null && hit.games > 1 && <span class="tag">{many(hit.games, "game")}</span>}
        </p>
      </div>
      <div class="foot">
        <Families explanation={explanation} share={best > 0 ? hit.score / best : 0} />
        <span class="points" title="score">
          {hit.score.toFixed(1)}
        </span>
        <button
          type="button"
          class="why"
          aria-expanded={isShown}
          aria-controls={why}
          // By keyboard only: a click toggles the reasons.
          onFocus={(event) => setFocused(event.currentTarget.matches(":focus-visible"))}
          onBlur={() => setFocused(false)}
          onClick={() => {
            setOpen(!isOpen);
            setFocused(false);
          }}
        >
          <Icon name="why" />
          <span>Why</span>
          <span class="hidden">{` is ${names} similar?`}</span>
        </button>
      </div>
      {explanation && (
        <div ref={reasons} class="reasons" id={why} hidden={!isShown}>
          {isShown && <Reasons explanation={explanation} onPoint={setLit} />}
          {isShown && <SameBoard hit={hit} />}
        </div>
      )}
    </li>
  );
}

/** The shares of the families in the score, as a thin bar. */
function Families({ explanation, share }: { explanation: Explanation | null; share: number }) {
  if (!explanation) return <span class="families" />;
  const sum = FAMILIES.reduce((sum, family) => sum + Math.max(0, explanation[family]), 0) || 1;
  return (
    <span class="families" aria-hidden="true">
      <span style={{ width: `${Math.max(4, share * 100)}%` }}>
        {FAMILIES.map((family) => (
          <i key={family} class={family} style={{ flexGrow: Math.max(0, explanation[family]) / sum }} />
        ))}
      </span>
    </span>
  );
}

/** Other games with the board of a hit. */
function SameBoard({ hit }: { hit: Hit }) {
  if (hit.sameBoard.length === 0) return null;
  const more = (hit.games ?? 0) - 1 - hit.sameBoard.length;
  return (
    <div class="same-board">
      <p class="muted">The same position in</p>
      <ul>
        {hit.sameBoard.map(({ game, ply }) => (
          <li key={game.id}>
            <a href={`/games/${game.id}?ply=${ply}`}>
              {[`${surname(game.white)} – ${surname(game.black)}`, year(game.date)]
                .filter((part) => part && part !== "?")
                .join(", ")}
            </a>
          </li>
        ))}
        {more > 0 && <li class="muted">and {many(more, "other game")}</li>}
      </ul>
    </div>
  );
}

/** The number of terms that are listed. */
const TERMS = 8;

function Reasons({
  explanation,
  onPoint,
}: {
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
            <span>{FAMILY_NAMES[family]}</span>
            <i aria-hidden="true">
              <b class={family} style={{ width: `${(explanation[family] / most) * 100}%` }} />
            </i>
            <span class="number">{explanation[family].toFixed(1)}</span>
          </li>
        ))}
        {explanation.penalty >= 0.05 && (
          <li>
            <span>Minus differences</span>
            <i />
            <span class="number">−{explanation.penalty.toFixed(1)}</span>
          </li>
        )}
      </ul>
      <ul class="terms">
        {explanation.terms.slice(0, TERMS).map(({ term, family, score, text, squares }) => (
          <li key={term + family} onMouseEnter={() => onPoint(squares)} onMouseLeave={() => onPoint([])}>
            <span>{text}</span>
            <span class="number">{score.toFixed(1)}</span>
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
        </div>
      ))}
    </div>
  );
}
