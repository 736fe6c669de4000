/** Films of games: the server draws them; without one, `here` does. */
import { Refused } from "../table/http";
import { seatsOf } from "../table/keys";
import { reach } from "../table/reach.svelte";
import { SPECTATOR } from "../table/table";

export const PACES = ["slow", "normal", "fast"] as const;
export const SIZES = { small: 480, medium: 800, large: 1200 } as const;
export const KINDS = ["webp", "gif"] as const;

/** What a film shows, as the server asks for it. */
export interface Wish {
  viewer: number;
  pace: (typeof PACES)[number];
  width: number;
  kind: (typeof KINDS)[number];
  lang: string;
  /** The positions it begins and ends with. */
  first?: number;
  last?: number;
  turn?: number;
}

/** Bots think before a film is drawn. */
const PATIENCE = 600_000;

/** A film of a table's game, or of a record. */
export async function makeFilm(id: string | null, record: unknown, wish: Wish): Promise<Blob> {
  const query = new URLSearchParams(Object.entries(wish).map(([name, value]) => [name, String(value)]));
  const [key] = id === null ? [] : seatsOf(id).filter(({ seat }) => wish.viewer === SPECTATOR || seat === wish.viewer);
  const answer = await reach(id === null ? `/api/v1/replay/film?${query}` : `/api/v1/tables/${id}/film?${query}`, {
    signal: AbortSignal.timeout(PATIENCE),
    ...(id === null && { method: "POST", body: JSON.stringify(record) }),
    headers: {
      ...(id === null && { "content-type": "application/json" }),
      ...(key && { authorization: `Bearer ${key.seat}.${key.token}` }),
    },
  });
  if (answer.ok) return await answer.blob();
  const said = (await answer.json().catch(() => ({}))) as { code?: string };
  throw new Refused(said.code ?? String(answer.status), answer.statusText, null);
}
