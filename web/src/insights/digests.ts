/** The digests kept on this device: a game is analysed once. */
import { guestTables, isKept } from "../table/keys";
import { isLocal } from "../table/reach.svelte";
import { Shelf } from "../table/shelf";
import type { Digest } from "./insight";

/** Null: there is nothing to learn from this game, such as from a lesson. */
interface KeptDigest {
  id: string;
  digest: Digest | null;
}

const shelf = new Shelf<KeptDigest>("piazzetta-insights", "digests");

export const keepDigest = (table: string, digest: Digest | null): Promise<boolean> => shelf.put({ id: table, digest });

/** By table. Where somebody has signed in with a code, the games that this device played before are somebody else's. */
export async function keptDigests(): Promise<Map<string, Digest | null>> {
  const others = new Set(isKept() ? guestTables() : []);
  const kept = (await shelf.all()).filter(({ id }) => !others.has(id));
  return new Map(kept.map(({ id, digest }) => [id, digest]));
}

export const forgetDigest = (table: string): Promise<void> => shelf.drop(table);

/** Signed out or deleted: this device keeps only what it knows of its own games and of those it joined as a guest. */
export async function dropOwnDigests(): Promise<void> {
  const guest = guestTables();
  for (const { id } of await shelf.all()) if (!isLocal(id) && !guest.includes(id)) await shelf.drop(id);
}
