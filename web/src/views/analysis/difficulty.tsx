/** How hard a position is, and why. */

import { difficulty } from "../../api/client";
import { t } from "../../language/language";
import { useAnswer } from "../../ui/hooks";
import { sentence } from "../../ui/parts";

/** The pause after which a position is rated, in milliseconds. */
const REST = 250;

/** The number of lines that stand for reasons until they are there. */
const REASONS = 5;

interface DifficultyProps {
  fen: string;
  /** The engine's best line, in UCI; the estimate is about its first move. */
  best: string | null;
  /** Whether the engine still looks for it. */
  isWaiting: boolean;
}

export function DifficultyPanel({ fen, best, isWaiting }: DifficultyProps) {
  const key = isWaiting ? null : `${fen} ${best?.split(" ")[0] ?? ""}`;
  const { value: last, problem, isLoading } = useAnswer(key, (signal) => difficulty(fen, best, signal), REST);
  const value = last?.fen === fen ? last : null;
  const [from, to] = value?.interval ?? [];
  return (
    <section class="panel difficulty" aria-label={t("Difficulty")} aria-busy={isLoading || isWaiting}>
      <header>
        <h2>{t("Difficulty")}</h2>
        <strong class="score">{problem ? "–" : (value?.rating ?? "…")}</strong>
        <span class="muted">
          {problem
            ? problem.status === 0
              ? t("The server does not answer.")
              : sentence(problem.message)
            : value
              ? t(
                  "half of the players with this rating find {move}; in four of five such positions the rating is between {from} and {to}",
                  { move: value.best.san, from: from ?? "?", to: to ?? "?" },
                )
              : t("What rating does it take to find the best move?")}
        </span>
      </header>
      {!problem && !value && (
        <div class="coming" aria-hidden="true">
          {Array.from({ length: REASONS }, (_, place) => (
            <i key={place} />
          ))}
        </div>
      )}
      {!problem && value && (
        <ul aria-label={t("What makes it hard or easy")} lang="en">
          {value.why.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
