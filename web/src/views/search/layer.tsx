/** A layer of the answer: a panel with a heading; on a phone only the heading, which opens it. */

import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { useMedia } from "../../ui/hooks";
import { Icon } from "../../ui/icons";

/** Where layers are closed until they are opened, and options are in a sheet. */
export const PHONE = "(max-width: 640px)";

interface LayerProps {
  title: string;
  /** What the heading says of it in a word or two, e.g. `12 games`. */
  note: string;
  class: string;
  isBusy: boolean;
  /** Whether its heading says everything. */
  isEmpty?: boolean;
  /** Whether it begins open on a phone, too. */
  isFirst?: boolean;
  children?: ComponentChildren;
}

export function Layer({
  title,
  note,
  isBusy,
  isEmpty = false,
  isFirst = false,
  children,
  ...rest
}: LayerProps) {
  const isPhone = useMedia(PHONE);
  const [isOpen, setOpen] = useState(isFirst);
  const body = useId();
  const heading = (
    <>
      {title} <small class="muted">{note}</small>
    </>
  );
  const isShown = (isOpen || !isPhone) && !isEmpty;
  return (
    <section
      class={`panel layer ${rest.class}${isShown ? " shown" : ""}`}
      aria-label={title}
      aria-busy={isBusy}
    >
      <h2>
        {isPhone && !isEmpty ? (
          <button type="button" aria-expanded={isOpen} aria-controls={body} onClick={() => setOpen(!isOpen)}>
            {heading}
            <Icon name="more" />
          </button>
        ) : (
          heading
        )}
      </h2>
      <div class="layer-body" id={body} hidden={!isShown}>
        {isShown && children}
      </div>
    </section>
  );
}
