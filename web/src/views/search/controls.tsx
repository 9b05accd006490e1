/** How similar positions are searched: in a row, or on a phone in a sheet. */

import { useRef } from "preact/hooks";
import { t } from "../../language/language";
import { useMedia } from "../../ui/hooks";
import { Icon } from "../../ui/icons";
import { Choice, Toggle } from "../../ui/parts";
import { Filters } from "./chips";
import { chipsOf } from "./filters";
import { PHONE } from "./layer";
import type { Options } from "./options";
import { PROFILES } from "./scoring";

const LIMITS = ["10", "20", "50"] as const;

interface ControlsProps {
  options: Options;
  /** The position on the board, for a filter by its material. */
  fen: string;
  set: (changed: Partial<Options>) => void;
}

export function Controls(props: ControlsProps) {
  return useMedia(PHONE) ? <Sheet {...props} /> : <Fields {...props} />;
}

function Sheet(props: ControlsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { scoring, sameTurn, flip, plans, limit, filter } = props.options;
  const changed = [scoring !== "tabiya", sameTurn, flip, !plans, limit !== 10].filter(Boolean).length;
  const all = changed + chipsOf(filter).length;
  return (
    <>
      <button type="button" class="open-sheet" onClick={() => dialog.current?.showModal()}>
        <Icon name="options" /> {t("Options")}
        {all > 0 && <span class="tag">{all}</span>}
      </button>
      <dialog
        ref={dialog}
        class="sheet"
        aria-label={t("Options")}
        // Beside the sheet.
        onPointerDown={(event) => {
          if (event.target === dialog.current) dialog.current?.close();
        }}
      >
        <div class="sheet-body">
          <Fields {...props} />
          <button type="button" class="primary" onClick={() => dialog.current?.close()}>
            {t("Done")}
          </button>
        </div>
      </dialog>
    </>
  );
}

function Fields({ options, fen, set }: ControlsProps) {
  return (
    <>
      <Choice
        label={t("Profile")}
        name="scoring"
        value={options.scoring}
        options={PROFILES}
        onChange={(scoring) => set({ scoring })}
      />
      <label class="select">
        <span>{t("Show")}</span>
        <select
          value={String(options.limit)}
          onChange={(event) => set({ limit: Number(event.currentTarget.value) })}
        >
          {[...new Set([...LIMITS, String(options.limit)])].map((limit) => (
            <option key={limit} value={limit}>
              {limit}
            </option>
          ))}
        </select>
      </label>
      <div class="toggles">
        <Toggle
          label={t("Same side to move")}
          checked={options.sameTurn}
          onChange={(sameTurn) => set({ sameTurn })}
        />
        <Toggle
          label={t("Include reversed colours")}
          checked={options.flip}
          onChange={(flip) => set({ flip })}
        />
        <Toggle label={t("Plans")} checked={options.plans} onChange={(plans) => set({ plans })} />
      </div>
      <Filters filter={options.filter} fen={fen} onFilter={(filter) => set({ filter })} />
    </>
  );
}
