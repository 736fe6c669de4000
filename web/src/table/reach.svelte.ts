/** Whether there is a server to play at. Without one the games of this device are left, and they are whole games. */

/** Built for a static host: there never is a server. */
export const STATIC = import.meta.env.MODE === "site";

/** What our service worker writes on an answer it had kept, because the server gave none. */
export const KEPT = "x-piazzetta-kept";

const seen = $state({ server: !STATIC });

export function serverThere(): boolean {
  return seen.server;
}

/** Thrown where a server gave no answer, or only a proxy in front of it did. */
export class Unreachable extends Error {}

const PATIENCE = 20_000; // a server that says nothing for so long is none
const GATEWAY = new Set([502, 503, 504]);

/** `fetch`, with an eye on whether the server itself answered. */
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

/** A file or an answer that is the same for everybody: of the interface, or of the static site. */
export async function common<T>(api: string, file: string): Promise<T> {
  const answer = STATIC ? await fetch(file) : await reach(api);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as T;
}

/** Tables of this device have names of their own. */
export function isLocal(id: string): boolean {
  return id.startsWith("local-");
}
