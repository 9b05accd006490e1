/** The token that allows an import, kept until the tab is closed. */

import { useEffect, useRef, useState } from "preact/hooks";

export function useToken() {
  const [value, set] = useState<string | null>(() => {
    try {
      return sessionStorage.getItem("token");
    } catch {
      return null;
    }
  });
  const keep = (value: string) => {
    try {
      sessionStorage.setItem("token", value);
    } catch {
      // Then the token lasts as long as the page.
    }
    set(value);
  };
  return { value, keep };
}

export function Token({ isWrong, onToken }: { isWrong: boolean; onToken: (token: string) => void }) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The import waits for it, and a screen reader reads the label of the focused field.
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
          {isWrong
            ? "That is not the server’s token. Enter the token (TABIYA_TOKEN):"
            : "This server accepts games only with its token (TABIYA_TOKEN):"}
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
        Continue
      </button>
    </form>
  );
}
