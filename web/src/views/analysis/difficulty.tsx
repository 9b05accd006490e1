/** How hard a position is, and why. */

import { difficulty } from "../../api/client";
import { useAnswer } from "../../ui/hooks";
import { sentence } from "../../ui/parts";

/** The pause after which a position is rated, in milliseconds. */
const REST = 250;

export function DifficultyPanel({ fen }: { fen: string }) {
  const { value, problem, isLoading } = useAnswer(fen, (signal) => difficulty(fen, signal), REST);
  const [from, to] = value?.interval ?? [];
  return (
    <section class="panel difficulty" aria-label="Difficulty" aria-busy={isLoading}>
      <header>
        <h2>Difficulty</h2>
        <strong class="score">{problem ? "–" : (value?.rating ?? "…")}</strong>
        <span class="muted">
          {problem
            ? problem.status === 0
              ? "The server does not answer."
              : sentence(problem.message)
            : value
              ? `half of the players with this rating find the best move; in four of five such positions the rating is between ${from} and ${to}`
              : "What rating does it take to find the best move?"}
        </span>
      </header>
      {!problem && value && (
        <ul aria-label="What makes it hard or easy">
          {value.why.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
