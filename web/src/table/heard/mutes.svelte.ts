/**
 * Seats and people that this reader has muted at a table: seats on this device, for this table alone, and people muted or
 * blocked everywhere, which the server stores. Mutes change what is shown here and nothing else.
 */
import type { SeatBlocks } from "../../wire/generated/types";
import { ask } from "../http";
import { isKept } from "../keys";
import { isLocal } from "../reach.svelte";
import { recall, remember } from "../stored";

/** Whether you muted or blocked the player of a seat; `known`: not a guest. */
export type { SeatBlocks };

const KEPT = "piazzetta.muted";
const MOST = 50; // tables

type Kept = Record<string, number[]>;

const muted = $state<{ here: Kept; everywhere: Record<string, SeatBlocks[]> }>({
  here: recall<Kept>(KEPT, {}),
  everywhere: {},
});

function keep(table: string, seats: number[]): void {
  const { [table]: _, ...others } = muted.here;
  const entries = Object.entries(others).slice(-MOST);
  muted.here = Object.fromEntries(seats.length ? [...entries, [table, seats]] : entries);
  remember(KEPT, muted.here);
}

export const mutedHere = (table: string, seat: number): boolean => muted.here[table]?.includes(seat) ?? false;

export function muteHere(table: string, seat: number, silent: boolean): void {
  const others = (muted.here[table] ?? []).filter((one) => one !== seat);
  keep(table, silent ? [...others, seat] : others);
}

/** Players have changed seats: muted ones stay muted. */
export function moveMutes(table: string, seating: readonly number[]): void {
  if (muted.here[table])
    keep(
      table,
      muted.here[table].map((seat) => seating[seat] ?? seat),
    );
  void lookWhoIsMuted(table);
}

export const blocksAt = (table: string, seat: number): SeatBlocks | null =>
  muted.everywhere[table]?.find((one) => one.seat === seat) ?? null;

export function toldBlocks(table: string, seats: SeatBlocks[]): void {
  muted.everywhere[table] = seats;
}

/** Guests have nobody muted elsewhere. */
export async function lookWhoIsMuted(table: string): Promise<void> {
  if (isLocal(table) || !isKept()) return;
  const found = await ask<{ seats: SeatBlocks[] }>(`/tables/${table}/blocks`).catch(() => null);
  if (found) toldBlocks(table, found.seats);
}

export function heard(table: string | undefined, seat: number): boolean {
  if (!table) return true;
  const towards = blocksAt(table, seat);
  return !mutedHere(table, seat) && !towards?.muted && !towards?.blocked;
}
