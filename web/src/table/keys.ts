import { recall, remember } from "./stored";

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

const all = () => recall<Kept>(KEPT, {});

export function seatsOf(table: string): SeatToken[] {
  return all()[table] ?? [];
}

export function tablesKept(): string[] {
  return Object.keys(all());
}

/** 32 random hexadecimal digits; `crypto.randomUUID` is missing over plain http. */
export function randomToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function keepSeat(table: string, key: SeatToken): void {
  const kept = all();
  const mine = { contribution: randomToken(), ...key };
  kept[table] = [...(kept[table] ?? []).filter((other) => other.seat !== key.seat), mine];
  remember(KEPT, kept);
}

/** Our people sit elsewhere now: the seat of each key, found by its token. */
export function moveSeats(table: string, now: readonly SeatToken[]): void {
  const kept = all();
  const seatOf = (token: string) => now.find((key) => key.token === token)?.seat;
  kept[table] = (kept[table] ?? []).map((key) => ({ ...key, seat: seatOf(key.token) ?? key.seat }));
  remember(KEPT, kept);
}

const GUEST = "piazzetta.guest";

/** The tables that this device joined as a guest before someone signed in with a code: their seats stay the guest's
 * until the player adds them to the profile, because the sender of the code would get them otherwise. */
export function guestTables(): string[] {
  const kept = all();
  return (localStorage.getItem(GUEST) ?? "").split(" ").filter((table) => table in kept);
}

/** Remember which tables are the guest's (on signing in with a code), or that none is (once they are added). */
export function setGuestTables(tables: readonly string[]): void {
  if (tables.length) localStorage.setItem(GUEST, tables.join(" "));
  else localStorage.removeItem(GUEST);
}

/** Signed out or deleted: this device keeps only the seats that it took as a guest. */
export function dropOwnSeats(): void {
  const kept = all();
  const guest = guestTables();
  remember(KEPT, Object.fromEntries(guest.map((table) => [table, kept[table]])));
  setGuestTables([]);
}

const ME = "piazzetta.me";

/** Whether this device belongs to a profile; only saves guests a request. */
export const isKept = (): boolean => localStorage.getItem(ME) !== null;

/** The picture of the profile, for the header. */
export const ownAvatar = (): string => localStorage.getItem(ME) ?? "";

/** Remember that this device belongs to a profile, and its picture; null: it belongs to a guest. */
export function markKept(avatar: string | null): void {
  if (avatar === null) localStorage.removeItem(ME);
  else localStorage.setItem(ME, avatar || "kept");
}

const READ = "piazzetta.read";

const allRead = () => recall<Record<string, number>>(READ, {});

/** The last event of a table that this device has shown to a guest. */
export const readTo = (table: string): number => allRead()[table] ?? 0;

export function keepRead(table: string, at: number): void {
  const kept = Object.entries(allRead()).filter(([other]) => other !== table && other in all());
  remember(READ, { ...Object.fromEntries(kept), [table]: at });
}
