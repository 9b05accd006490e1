/** The filters: a chip for each that is set, and the fields that set them, which load when they are first opened. */

import { useRef, useState } from "preact/hooks";
import { t } from "../../language/language";
import { Icon } from "../../ui/icons";
import { lazy } from "../../ui/lazy";
import { type Chip, chipsOf, consistent, type FiltersProps } from "./filters";

const Fields = lazy(() => import("./fields").then((part) => part.Fields), null);

export function Filters({ filter, fen, onFilter }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const chips = chipsOf(filter);

  const remove = ({ fields }: Chip, place: number) => {
    const left = { ...filter };
    for (const field of fields) delete left[field];
    onFilter(consistent(left));
    // The focus stays among the chips.
    requestAnimationFrame(() => {
      const others = list.current?.querySelectorAll<HTMLElement>(".chip button");
      const next = others?.[Math.min(place, others.length - 1)] ?? opener.current;
      next?.focus();
    });
  };

  return (
    <section class="filters" aria-label={t("Filters")}>
      <div class="row">
        <button
          ref={opener}
          type="button"
          aria-expanded={isOpen}
          aria-controls="filter-fields"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="filter" /> {t("Filters")}
        </button>
        <ul ref={list} class="chips" aria-label={t("Active filters")}>
          {chips.map((chip, place) => (
            <li key={chip.fields[0]} class="chip">
              <span>{chip.text}</span>
              <button
                type="button"
                aria-label={t("Remove filter: {filter}", { filter: chip.text })}
                title={t("Remove")}
                onClick={() => remove(chip, place)}
                onKeyDown={(event) => {
                  if (event.key === "Delete" || event.key === "Backspace") remove(chip, place);
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
        {chips.length > 1 && (
          <button type="button" class="text-tool" onClick={() => onFilter({})}>
            {t("Clear all")}
          </button>
        )}
      </div>
      <div
        id="filter-fields"
        class="panel filter-fields"
        hidden={!isOpen}
        role="group"
        aria-label={t("Set filters")}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          setOpen(false);
          opener.current?.focus();
        }}
      >
        {isOpen && <Fields filter={filter} fen={fen} onFilter={onFilter} />}
      </div>
    </section>
  );
}
