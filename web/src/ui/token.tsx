/** The token that lets one write, kept until the tab is closed. */

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
      // Then it lasts as long as the page.
    }
    set(value);
  };
  return { value, keep };
}

export function Token({ isWrong, onToken }: { isWrong: boolean; onToken: (token: string) => void }) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // Nothing goes on without it; and who does not see it come hears what is wanted.
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
            ? "That was not the token the server was started with. Its token:"
            : "This server takes games from who has its token (TABIYA_TOKEN):"}
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
        Go on
      </button>
    </form>
  );
}
