/** Asks for the key that allows an import, or any request of a private server. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../api/client";
import { t } from "../language/language";
import { sentence } from "./parts";

/** @param problem what the server answered: without one (401), or to a wrong one (403) */
export function Token({
  label = t("This server accepts games only with its token or a key"),
  problem,
  onToken,
}: {
  label?: string;
  problem: Problem;
  onToken: (token: string) => void;
}) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // What it is for waits for it, and a screen reader reads the label of the focused field.
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      class="token"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) onToken(text.trim());
      }}
    >
      <label>
        <span>
          {problem.status === 403
            ? t("{problem} Enter another:", { problem: sentence(problem.message) })
            : `${label}:`}
        </span>
        <input
          ref={field}
          type="password"
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        {t("Continue")}
      </button>
    </form>
  );
}
