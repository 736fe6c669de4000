/// <reference lib="webworker" />
/**
 * The service worker: after one visit the whole application is cached, and works offline.
 *
 * Each build is one version with one cache, filled before it serves anything. The page and every file it loads come
 * from the same cache, so versions never mix: a new one waits until the old one's pages are closed, or until somebody
 * accepts it (`update.svelte.ts`). The build inserts the version and the files (`plugins/offline.ts`).
 */
import { showCalls } from "./notifications";

const VERSION = "%VERSION%";
/** Files of the build, relative to the page's address; the front page is `./`. */
const FILES: readonly string[] = JSON.parse("%FILES%") as string[];
/** Server answers that are the same for everybody: refetched while the server responds, otherwise the last ones. */
const ANSWERS: readonly string[] = JSON.parse("%ANSWERS%") as string[];

const me = self as unknown as ServiceWorkerGlobalScope;
const NAME = "piazzetta ";
const KEPT = "x-piazzetta-kept";
const AT_ONCE = 6;
const PATIENCE = 6000;

const absolute = (path: string) => new URL(path, me.registration.scope).href;
const FRONT = absolute("./");
const files = new Set(FILES.map(absolute));
const answers = new Set(ANSWERS.map(absolute));

async function fill(): Promise<void> {
  const cache = await caches.open(NAME + VERSION);
  const wanted = [...files, ...answers];
  const take = async () => {
    for (let address = wanted.pop(); address; address = wanted.pop()) {
      // A file with a digest in its name may come from the browser's own cache; the others are fetched.
      const answer = await fetch(address, { cache: address.includes("/assets/") ? "default" : "no-cache" });
      if (!answer.ok) throw new Error(`${answer.status} ${address}`);
      // A redirected response may not answer a navigation, so store a fresh one.
      const { status, headers } = answer;
      await cache.put(address, answer.redirected ? new Response(answer.body, { status, headers }) : answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

async function tidy(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  await me.clients.claim();
}

/** A file of this version. If the browser has evicted it, it is fetched again. */
async function file(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(NAME + VERSION);
  return (await cache.match(address, { ignoreVary: true })) ?? fetch(request);
}

async function answer(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(NAME + VERSION);
  const fresh = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
  if (fresh?.ok) {
    await cache.put(address, fresh.clone());
    return fresh;
  }
  const before = await cache.match(address, { ignoreVary: true });
  if (!before) return fresh ?? Response.error();
  const headers = new Headers(before.headers);
  headers.set(KEPT, "yes"); // tells the page that the server did not answer
  return new Response(before.body, { status: before.status, headers });
}

showCalls(me);
me.addEventListener("install", (event) => event.waitUntil(fill()));
me.addEventListener("activate", (event) => event.waitUntil(tidy()));
me.addEventListener("message", (event) => {
  if (event.data === "take over") void me.skipWaiting();
});
me.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(FRONT)) return;
  const url = new URL(request.url);
  const plain = url.origin + url.pathname;
  if (answers.has(url.origin + url.pathname + url.search)) event.respondWith(answer(request.url, request));
  else if (files.has(plain)) event.respondWith(file(plain, request));
  else if (request.mode === "navigate" && isPlace(plain.slice(FRONT.length))) event.respondWith(file(FRONT, request));
});

/** Routes of the page that need no server: no files, nothing of the API. */
const PLACES = /^(t|replay|study|explore|moments|puzzles|insights|rules|learn|my-games|workshop|about)(\/|$)/;

function isPlace(path: string): boolean {
  return path === "index.html" || PLACES.test(path);
}
