/** The import of a file, with its progress. */

import { NO_ANSWER, Problem, type Progress } from "./client";

/**
 * Imports a file. Browsers read the server's progress only after the whole file is sent; until then the share
 * that is sent is the progress.
 *
 * @param onSent receives the share that is sent, from 0 to 1
 * @param onProgress receives the server's progress
 */
export function importGames(
  file: Blob,
  token: string | null,
  onSent: (share: number) => void,
  onProgress: (progress: Progress) => void,
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
    request.open("POST", "/api/games");
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = (event) => onSent(event.total ? event.loaded / event.total : 0);
    request.onprogress = () => request.status === 200 && lines();
    request.onload = () => {
      if (request.status !== 200) {
        let detail = `The server answered ${request.status}.`;
        try {
          detail = JSON.parse(request.responseText).detail ?? detail;
        } catch {
          // A proxy may answer with something else.
        }
        return reject(new Problem(request.status, detail));
      }
      lines();
      if (!last) return reject(new Problem(0, "The server did not report what it imported."));
      resolve(last);
    };
    request.onerror = () => reject(new Problem(0, NO_ANSWER));
    request.send(file);
  });
}
