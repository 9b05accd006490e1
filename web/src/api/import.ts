/** The import of a file, or of the games of a player, with its progress. */

import { t } from "../language/language";
import { NO_ANSWER, Problem, type Progress } from "./client";
import type { Schemas } from "./tabiya";

/**
 * Imports a file, or fetches the games of a player. Browsers read the server's progress only after the whole file is
 * sent; until then the share that is sent is the progress.
 *
 * @param how the collection that the games are added to, none if it is empty; and whether the variations of a file are
 *   indexed, too
 * @param onSent receives the share that is sent, from 0 to 1
 * @param onProgress receives the server's progress
 * @param signal ends the request; the server keeps the whole games that it has received
 */
export function importGames(
  games: Blob | Pick<Schemas["FetchRequest"], "site" | "name">,
  how: { collection: string; variations: boolean },
  token: string | null,
  onSent: (share: number) => void,
  onProgress: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<Progress> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let read = 0;
    let last: Progress | undefined;
    const lines = () => {
      const text = request.responseText;
      for (let end = text.indexOf("\n", read); end >= 0; end = text.indexOf("\n", read)) {
        const line = text.slice(read, end);
        read = end + 1;
        if (!line.trim()) continue;
        last = JSON.parse(line) as Progress;
        onProgress(last);
      }
    };
    const isFile = games instanceof Blob;
    const query = new URLSearchParams();
    if (how.collection) query.set("collection", how.collection);
    if (how.variations) query.set("variations", "true");
    request.open("POST", isFile ? `/api/games${query.size ? `?${query}` : ""}` : "/api/fetch");
    if (!isFile) request.setRequestHeader("Content-Type", "application/json");
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    if (isFile) request.upload.onprogress = (event) => onSent(event.total ? event.loaded / event.total : 0);
    request.onprogress = () => request.status === 200 && lines();
    request.onload = () => {
      if (request.status !== 200) {
        let detail = t("The server answered {status}.", { status: request.status });
        try {
          detail = JSON.parse(request.responseText).detail ?? detail;
        } catch {
          // A proxy may answer with something else.
        }
        return reject(new Problem(request.status, detail));
      }
      lines();
      if (!last) return reject(new Problem(0, t("The server did not report what it imported.")));
      resolve(last);
    };
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener("abort", () => request.abort());
    request.onerror = () => reject(new Problem(0, NO_ANSWER));
    request.send(isFile ? games : JSON.stringify({ ...games, collection: how.collection || undefined }));
  });
}
