/** The keys of our seats, kept in this browser: they are what makes a seat ours. */
import type { SeatToken } from "./remote.svelte";

const KEPT = "piazzetta.seats";

type Kept = Record<string, SeatToken[]>;

function all(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

export function seatsOf(table: string): SeatToken[] {
  return all()[table] ?? [];
}

export function tablesKept(): string[] {
  return Object.keys(all());
}

export function keepSeat(table: string, key: SeatToken): void {
  const kept = all();
  kept[table] = [...(kept[table] ?? []).filter((other) => other.seat !== key.seat), key];
  localStorage.setItem(KEPT, JSON.stringify(kept));
}

export function forgetTable(table: string): void {
  const kept = all();
  delete kept[table];
  localStorage.setItem(KEPT, JSON.stringify(kept));
}
