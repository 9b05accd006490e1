/** Views that are loaded when they are first shown. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onConnectionChange, status } from "../api/client";
import { Loading } from "./parts";

/** A view out of a part of the page of its own; `load` is asked once. */
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
      // A browser does not try a part again: the page is loaded anew once a server that was away is back.
      let wasAway = false;
      const stop = onConnectionChange((heard) => {
        if (heard && wasAway) location.reload();
        wasAway ||= !heard;
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
          <p>The server does not answer, or has another version of the page now.</p>
          <button type="button" onClick={() => location.reload()}>
            Load again
          </button>
        </div>
      </div>
    );
  };
}
