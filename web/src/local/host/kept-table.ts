/** Turns a stored game into a table, and what happens at it into entries to store. */
import type { TableInfo } from "../../table/table";
import type { KeptEntry, KeptGame } from "../kept-game";
import { bytes_fromhex, fromJson, toJson } from "../python";
import * as python from "../generated/python/common.js";

export type Table = ReturnType<typeof python.load>;
export type Entry = InstanceType<typeof python.LogEntry>;
type Command = Parameters<typeof python.decide>[1];

/** Run a command at a table; throws `Refused` if it is not allowed. */
export function happen(table: Table, command: Command, time = Date.now()): Entry[] {
  const entries = python.decide(table, command, time);
  for (const entry of entries) python.apply(table, entry);
  return entries;
}

export const kept = ({ number, time, kind, body }: Entry): KeptEntry => ({ number, time, kind, body: toJson(body) });
const entryOf = ({ number, time, kind, body }: KeptEntry): Entry =>
  new python.LogEntry(number, time, kind, fromJson(body));

/** The seats of the people at this device, who need no token here. */
export const ownSeats = (table: Table): number[] =>
  table.seats.flatMap((seat, number) => (seat.by_person ? [number] : []));

/** The table of a stored game, started if it waits for that; and the log entries still to store. */
export function openTable(game: KeptGame): { table: Table; unkept: Entry[] } {
  const log = game.log.length ? game.log.map(entryOf) : firstEntries(game);
  const table = python.load(game.id, log);
  const unkept = game.log.length ? [] : log;
  const { sealed = [], rematch = null } = game.before ?? {};
  for (const [seat, move] of sealed) unkept.push(...happen(table, new python.Play(seat, move, table.head)));
  if (rematch !== null) unkept.push(...happen(table, new python.Rematch(rematch)));
  // Nobody else takes part in these draws, so there is no contribution to wait for.
  if (table.status === "waiting") unkept.push(...happen(table, new python.Start()));
  return { table, unkept };
}

function firstEntries({ id, seed, created, wish, before }: KeptGame): Entry[] {
  const wished = python.Wish.from_json(fromJson(wish));
  const head = python.head_of(wished, bytes_fromhex(seed), null);
  if (!before) return python.open_table(id, head, created);
  return python.log_of(head, readRecord(before.record), created);
}

export function readRecord(record: unknown) {
  return python.Record.loads(JSON.stringify(record));
}

/** The table as everybody sees it; people at this device count as present. */
export function cardOf(table: Table, chart: boolean): TableInfo {
  const present = table.seats.map((seat) => new python.Presence(seat.by_person));
  return toJson(python.table_card(table, present, 0, chart));
}

/** The same people again, the next seat starts: the log of the next table, and the new entries of this one's log. */
export function rematch(game: KeptGame, id: string, seed: string): { next: KeptEntry[]; here: KeptEntry[] } {
  const { table, unkept } = openTable(game);
  const next = python.open_table(id, python.rematch_head(table, bytes_fromhex(seed)), Date.now());
  return { next: next.map(kept), here: [...unkept, ...happen(table, new python.Rematch(id))].map(kept) };
}

/** Whether a record's draws follow from the seed committed to, and from contributions with these among them. */
export function isFair(record: unknown, commitment: string, contributions: readonly string[]): boolean {
  try {
    readRecord(record).verify(commitment, [...contributions]);
    return true;
  } catch (error) {
    if (error instanceof python.BadInput) return false;
    throw error;
  }
}
