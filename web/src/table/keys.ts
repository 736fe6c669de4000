/** The keys of our seats, stored in this browser: they make a seat ours. */
export interface SeatToken {
  seat: number;
  token: string;
  /** Our own contribution to every draw, so that nobody can have chosen the draws; null if another device was first. */
  contribution?: string | null;
  /** The table's commitment when we first saw it, before our contribution was sent. */
  commitment?: string;
}

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

/** 32 random hexadecimal digits; `crypto.randomUUID` is missing over plain http. */
export function ownChance(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function keepSeat(table: string, key: SeatToken): void {
  const kept = all();
  const mine = { contribution: ownChance(), ...key };
  kept[table] = [...(kept[table] ?? []).filter((other) => other.seat !== key.seat), mine];
  localStorage.setItem(KEPT, JSON.stringify(kept));
}

/** Our people sit elsewhere now: the seat of each key, found by its token. */
export function moveSeats(table: string, now: readonly SeatToken[]): void {
  const kept = all();
  const seatOf = (token: string) => now.find((key) => key.token === token)?.seat;
  kept[table] = (kept[table] ?? []).map((key) => ({ ...key, seat: seatOf(key.token) ?? key.seat }));
  localStorage.setItem(KEPT, JSON.stringify(kept));
}

/** Signed out or deleted: this device plays nobody's games any more. */
export function dropAllSeats(): void {
  localStorage.removeItem(KEPT);
}

const ME = "piazzetta.me";

/** Whether this device belongs to somebody: the server knows whom, this only saves asking for guests. */
export const isKept = (): boolean => localStorage.getItem(ME) !== null;

export function markKept(kept: boolean): void {
  if (kept) localStorage.setItem(ME, "kept");
  else localStorage.removeItem(ME);
}

export function forgetTable(table: string): void {
  const kept = all();
  delete kept[table];
  localStorage.setItem(KEPT, JSON.stringify(kept));
}
