/** The view of an address at which there is nothing. */

import { t } from "../language/language";
import { useTitle } from "../ui/hooks";

export function Missing() {
  useTitle(t("Page not found"));
  return (
    <div class="page missing">
      <h1>{t("Page not found")}</h1>
      <p>{t("There is nothing at this address.")}</p>
      <p class="row">
        <a class="button primary" href="/">
          {t("Search")}
        </a>
        <a class="button" href="/docs">
          {t("API documentation")}
        </a>
      </p>
    </div>
  );
}
