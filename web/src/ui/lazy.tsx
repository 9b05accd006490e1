/** Views that load when they are first shown. */

import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onConnection, status } from "../api/client";
import { t } from "../language/language";
import { Loading } from "./parts";

/**
 * A view in a chunk of its own, which `load` imports when it is first shown.
 *
 * @param meanwhile what is shown until then
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ComponentChildren = <Loading />,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const [View, show] = useState<ComponentType<P> | null>(() => loaded);
    const [isFailed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (view) => {
          loaded = view;
          show(() => view);
        },
        () => setFailed(true),
      );
    }, []);
    useEffect(() => {
      if (!isFailed) return;
      // A browser does not import a failed chunk again: the page reloads once the server is back.
      let wasAway = false;
      const stop = onConnection((isConnected) => {
        if (isConnected && wasAway) location.reload();
        wasAway ||= !isConnected;
      });
      status().catch(() => undefined);
      return stop;
    }, [isFailed]);
    if (View) return <View {...props} />;
    if (!isFailed) return <>{meanwhile}</>;
    return (
      <div class="page">
        <div class="notice" role="alert">
          <h1>{t("This view could not be loaded")}</h1>
          <p>{t("The server does not answer, or now serves another version of the page.")}</p>
          <button type="button" onClick={() => location.reload()}>
            {t("Reload")}
          </button>
        </div>
      </div>
    );
  };
}
