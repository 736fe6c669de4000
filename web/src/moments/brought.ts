/** A game without an address, such as a record from a file: its moments are looked for, but not kept. */
import { go } from "../shell/route.svelte";
import type { Seat } from "../table/table";

/** In the address, where another game has its table. */
export const BROUGHT = "new";

export interface BroughtGame {
  record: unknown;
  seats: Seat[];
}

let brought: BroughtGame | null = null;

export function bringGame(record: unknown, seats: Seat[]): void {
  brought = { record, seats };
  go(`/moments/${BROUGHT}`);
}

/** What was brought; null after a reload. */
export const broughtGame = (): BroughtGame | null => brought;
