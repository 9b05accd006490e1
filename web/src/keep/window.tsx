/** Dialogs over the page, and notes at its foot. */

import { type ComponentChildren, render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../language/language";
import { Tool } from "../ui/parts";

/** Opens a dialog; what it shows gets a function that closes it. */
export function openWindow(title: string, content: (close: () => void) => ComponentChildren) {
  const place = document.body.appendChild(document.createElement("div"));
  const onClosed = () => {
    render(null, place);
    place.remove();
  };
  render(<Window title={title} content={content} onClosed={onClosed} />, place);
}

interface WindowProps {
  title: string;
  content: (close: () => void) => ComponentChildren;
  onClosed: () => void;
}

function Window({ title, content, onClosed }: WindowProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Where the fields are, if any.
    element?.querySelector<HTMLElement>("input, .content button")?.focus();
    // The address is that of another view.
    const close = () => element?.close();
    window.addEventListener("popstate", close);
    return () => window.removeEventListener("popstate", close);
  }, []);
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      class="window"
      aria-labelledby="window"
      onClose={onClosed}
      // Of the dialog itself only the backdrop can be pressed.
      onPointerDown={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="window-body">
        <header class="row">
          <h2 id="window">{title}</h2>
          <span class="spring" />
          <Tool icon="close" label={t("Close")} onClick={close} />
        </header>
        <div class="content">{content(close)}</div>
      </div>
    </dialog>
  );
}

/** How long a note is shown, in milliseconds. Guessed: time to read a line twice. */
const READ = 5000;

/** Shows a sentence at the foot of the page for a while, to a screen reader too. */
export function say(text: string) {
  const note = document.body.appendChild(document.createElement("p"));
  note.className = "said-note";
  note.role = "status";
  // A screen reader reads what changes.
  requestAnimationFrame(() => {
    note.textContent = text;
  });
  setTimeout(() => note.remove(), READ);
}
