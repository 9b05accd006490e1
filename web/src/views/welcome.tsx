/** What is shown while the index has no games. */

import { useState } from "preact/hooks";
import { Problem, type Progress } from "../api/client";
import { importGames } from "../api/import";
import { focusMain } from "../ui/focus";
import { count, many } from "../ui/format";
import { sentence, unless } from "../ui/parts";
import { Token, useToken } from "../ui/token";

/** Carlsen's games, which are part of the page. */
const SAMPLE = "/carlsen.pgn.gz";

export function Welcome({ refresh }: { refresh: () => void }) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const token = useToken();
  const [tried, setTried] = useState(token.value);

  const load = async (secret: string | null) => {
    setTried(secret);
    setBusy(true);
    setProblem(null);
    try {
      const games = await fetch(SAMPLE).then((answer) => {
        if (!answer.ok) throw new Problem(answer.status, "this page was built without Carlsen’s games");
        return answer.blob();
      });
      const end = await importGames(games, secret, () => undefined, setProgress);
      if (secret) token.keep(secret);
      if (end.error) throw new Problem(0, end.error);
      refresh();
      // The button disappears once there are games.
      focusMain();
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem(0, String(error)));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div class="notice welcome">
      <h1>No games yet</h1>
      <p>
        Tabiya finds positions like yours in the games you give it. Start with Magnus Carlsen’s 2,851 games
        from 2001 to 2019, or import your own.
      </p>
      <div class="row">
        <button type="button" class="primary" {...unless(isBusy, () => load(tried))}>
          {isBusy ? "Importing…" : "Use Carlsen’s games"}
        </button>
        <a class="button" href="/import">
          Import my own
        </a>
      </div>
      <p class="muted" role="status">
        {isBusy && progress ? `${many(progress.games, "game")}, ${count(progress.positions)} positions` : " "}
      </p>
      {problem?.status === 401 || (problem?.status === 403 && tried) ? (
        <Token
          isWrong={problem.status === 403}
          onToken={(value) => {
            // The field disappears, and comes back if the token was wrong.
            focusMain();
            load(value);
          }}
        />
      ) : (
        problem && <p role="alert">{sentence(problem.message)}</p>
      )}
    </div>
  );
}
