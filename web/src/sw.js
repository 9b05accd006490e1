/**
 * The service worker: keeps the files of one build of the page, and answers with them while the server is away.
 * The build writes `VERSION`, `FILES` and `CATALOGUES` in front, so that a browser notices another build. The page
 * names its language, `/sw.js?language=de`, whose catalogue is kept, too.
 *
 * Nothing is kept but these files, which are the same for everybody; no other request is touched. A new build
 * takes over when no tab shows the previous one, whose files go then: the page is always of one build.
 */

/* global VERSION, FILES, CATALOGUES */

const catalogue = CATALOGUES[new URL(self.location.href).searchParams.get("language")];
const kept = () => caches.open(VERSION);
const isOld = (name) => name.startsWith("tabiya-") && name !== VERSION;

self.addEventListener("install", (event) => {
  // What the browser has already is not sent again; the page itself has no hash in its name, and may be an old one.
  // If the server has another build by now, a file is missing, and this one is not installed.
  const wanted = catalogue ? [...FILES, catalogue] : FILES;
  const files = wanted.map((path) => new Request(path, { cache: path === "/" ? "no-cache" : "default" }));
  event.waitUntil(kept().then((cache) => cache.addAll(files)));
});

self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter(isOld));
  event.waitUntil(
    others
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      // The page that is open is of this build, and may load other views later.
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // A worker for another language may keep catalogues in the same place.
  const isKept = FILES.includes(pathname) || Object.values(CATALOGUES).includes(pathname);
  if (isKept && pathname !== "/") {
    event.respondWith(
      kept()
        .then((cache) => cache.match(pathname))
        .then((file) => file ?? fetch(request)),
    );
  } else if (request.mode === "navigate" && !pathname.startsWith("/api/")) {
    event.respondWith(visit(request));
  }
});

/** The page as the server has it now; while the server is away, or a proxy says so, the one that is kept. */
async function visit(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < 500) return answer;
  const page = await kept().then((cache) => cache.match("/"));
  return page ?? answer ?? Response.error();
}
