/** Whether there is a server to play on. Without one you can still play whole games on this device. */

/** Built for a static host: there is never a server. */
export const STATIC = import.meta.env.MODE === "site";

/** Our service worker's mark on a cached answer, when the server gave none. */
export const KEPT = "x-piazzetta-kept";

const seen = $state({ server: !STATIC });

export function serverThere(): boolean {
  return seen.server;
}

/** Thrown if the server gave no answer, or only a proxy in front of it did. */
export class Unreachable extends Error {}

const PATIENCE = 20_000; // a server silent for this long counts as unreachable
const GATEWAY = new Set([502, 503, 504]);

/** `fetch` that also tracks whether the server itself answered. */
export async function reach(address: string, init: RequestInit = {}): Promise<Response> {
  if (STATIC) throw new Unreachable();
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE), ...init }).catch(() => null);
  const fromServer = answer !== null && !answer.headers.has(KEPT);
  const foreign =
    answer !== null && GATEWAY.has(answer.status) && !answer.headers.get("content-type")?.includes("json");
  seen.server = fromServer && !foreign;
  if (answer === null || foreign) throw new Unreachable();
  return answer;
}

/** A file or an answer that is the same for everybody: from the API, or from the static site. */
export async function common<T>(api: string, file: string): Promise<T> {
  const answer = STATIC ? await fetch(file) : await reach(api);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as T;
}

/** Tables on this device have distinct ids. */
export function isLocal(id: string): boolean {
  return id.startsWith("local-");
}
