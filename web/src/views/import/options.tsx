/** How games are imported: into which collection, and with their variations or without. */

import { collections } from "../../api/client";
import { t } from "../../language/language";
import { useAnswer } from "../../ui/hooks";
import { Toggle } from "../../ui/parts";
import { chooseHow, useQueue } from "./queue";

export function Options() {
  const { collection, variations } = useQueue();
  const listed = useAnswer("collections", collections).value?.collections ?? [];
  return (
    <div class="into">
      <label for="into-collection">{t("Add to the collection")}</label>
      <input
        id="into-collection"
        type="text"
        list="into-collections"
        maxLength={64}
        placeholder={t("none")}
        autocomplete="off"
        spellcheck={false}
        value={collection}
        // No comma: it separates names.
        onInput={(event) => chooseHow({ collection: event.currentTarget.value.replaceAll(",", " ") })}
      />
      <datalist id="into-collections">
        {listed.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Toggle
        label={t("Index the variations of files, too")}
        checked={variations}
        onChange={(variations) => chooseHow({ variations })}
      />
    </div>
  );
}
