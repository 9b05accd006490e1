/** Has the browser keep the page's files, so that it opens while the server is away. */

import { language } from "../language/language";

/** After the page is loaded, in milliseconds, so that its first view comes first. Guessed. */
const LATER = 3000;

/** Keeps the files, and the catalogue of the language of the page. */
export function keepFiles() {
  if (!import.meta.env.PROD) return;
  const worker = language() === "en" ? "/sw.js" : `/sw.js?language=${language()}`;
  navigator.serviceWorker?.register(worker).catch(() => undefined);
}

/** Keeps the files once the page is loaded. */
export const keepFilesLater = () => addEventListener("load", () => setTimeout(keepFiles, LATER));
