/** What is shown while the index has no games. */

import { useState } from "preact/hooks";
import { Problem, type Progress } from "../api/client";
import { importGames } from "../api/import";
import { keepKey, key } from "../api/key";
import { t } from "../language/language";
import { focusMain } from "../ui/focus";
import { sentence, unless } from "../ui/parts";
import { Token } from "../ui/token";

/** Carlsen's games, which are part of the page. */
const SAMPLE = "/carlsen.pgn.gz";
/** Read: `data/README.md`. */
const SAMPLE_GAMES = 2851;

export function Welcome({ refresh }: { refresh: () => void }) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [tried, setTried] = useState(key);

  const load = async (secret: string | null) => {
    setTried(secret);
    setBusy(true);
    setProblem(null);
    try {
      const games = await fetch(SAMPLE).then((answer) => {
        if (!answer.ok) throw new Problem(answer.status, t("this page was built without Carlsen’s games"));
        return answer.blob();
      });
      const end = await importGames(
        games,
        { collection: "", variations: false },
        secret,
        () => undefined,
        setProgress,
      );
      if (secret) keepKey(secret);
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
      <h1>{t("No games yet")}</h1>
      <p>
        {t(
          "Tabiya finds positions like yours in the games you give it. Start with Magnus Carlsen’s {n|count} games from 2001 to 2019, or import your own.",
          { n: SAMPLE_GAMES },
        )}
      </p>
      <div class="row">
        <button type="button" class="primary" {...unless(isBusy, () => load(tried))}>
          {isBusy ? t("Importing…") : t("Use Carlsen’s games")}
        </button>
        <a class="button" href="/import">
          {t("Import my own")}
        </a>
      </div>
      <p class="muted" role="status">
        {isBusy && progress
          ? t("{games|count} {{games:game|games}}, {positions|count} position{{s}}", {
              games: progress.games,
              positions: progress.positions,
            })
          : " "}
      </p>
      {problem?.status === 401 || (problem?.status === 403 && tried) ? (
        <Token
          problem={problem}
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
