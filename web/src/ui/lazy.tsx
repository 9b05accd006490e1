/** Views that load when they are first shown. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onConnection, status } from "../api/client";
import { Loading } from "./parts";

/** A view in a chunk of its own, which `load` imports when it is first shown. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
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
    if (!isFailed) return <Loading />;
    return (
      <div class="page">
        <div class="notice" role="alert">
          <h1>This view could not be loaded</h1>
          <p>The server does not answer, or now serves another version of the page.</p>
          <button type="button" onClick={() => location.reload()}>
            Reload
          </button>
        </div>
      </div>
    );
  };
}
