/** Chooses the collection that imported games are added to. */

import { collections } from "../../api/client";
import { t } from "../../language/language";
import { useAnswer } from "../../ui/hooks";
import { setCollection, useQueue } from "./queue";

export function IntoCollection() {
  const { collection } = useQueue();
  const listed = useAnswer("collections", collections).value?.collections ?? [];
  return (
    <p class="into">
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
        onInput={(event) => setCollection(event.currentTarget.value.replaceAll(",", " "))}
      />
      <datalist id="into-collections">
        {listed.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </p>
  );
}
