/** What is said about the move on the board: its marks and its comment, and what becomes of its variation. */

import { useEffect, useState } from "preact/hooks";
import type { StudyState } from "../../board/study";
import {
  type Branch,
  isVariation,
  MARKS,
  type Path,
  promote,
  promoteAll,
  remove,
  signOf,
  toggleMark,
  withWords,
  wordsOf,
} from "../../board/tree";
import { t } from "../../language/language";

interface NotesProps {
  study: StudyState;
  /** The move, undefined at the start. */
  branch: Branch | undefined;
  path: Path;
  /** `12. Nf3` */
  name: string;
  onGo: (path: Path) => void;
}

export function Notes({ study, branch, path, name, onGo }: NotesProps) {
  const comments = branch ? branch.data.comments : study.tree.comments;
  const written = wordsOf(comments);
  const [words, setWords] = useState(written);
  const key = path.join(".");
  // Another move, or an undone change.
  useEffect(() => setWords(written), [key, written]);
  const keep = () => {
    if (words.trim() === written) return;
    study.change((tree) => {
      if (branch) branch.data.comments = withWords(comments, words);
      else tree.comments = withWords(comments, words);
    });
  };
  const own = branch?.data.nags ?? [];
  return (
    <div class="notes" role="group" aria-label={t("About {move}", { move: name })}>
      <label>
        <span>{t("Comment on {move}", { move: name })}</span>
        <textarea
          rows={2}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.blur();
          }}
        />
      </label>
      {branch && (
        <div class="marks">
          {MARKS.map((group) => (
            <div key={group[0][0]} class="row">
              {group.map(([nag]) => (
                <button
                  key={nag}
                  type="button"
                  aria-label={signOf(nag).about}
                  title={signOf(nag).about}
                  aria-pressed={own.includes(nag)}
                  onClick={() => study.change(() => toggleMark(branch, nag))}
                >
                  {signOf(nag).sign}
                </button>
              ))}
            </div>
          ))}
        </div>
      )}
      <div class="row">
        {isVariation(path) && (
          <>
            <button type="button" onClick={() => onGo(study.change((tree) => promote(tree, path)))}>
              {t("Promote variation")}
            </button>
            <button type="button" onClick={() => onGo(study.change((tree) => promoteAll(tree, path)))}>
              {t("Make main line")}
            </button>
          </>
        )}
        {branch && (
          <button type="button" onClick={() => onGo(study.change((tree) => remove(tree, path)))}>
            {t("Delete from here")}
          </button>
        )}
      </div>
    </div>
  );
}
