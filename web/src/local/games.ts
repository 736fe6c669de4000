/**
 * The games of this device: kept in IndexedDB after every move, to be resumed, downloaded, thrown away.
 *
 * A browser may refuse to keep anything (a private window, blocked or full storage). Then a game lives as long as the
 * page does, and `keep` says so.
 */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { NewTable } from "../table/http";
import type { GameName } from "../table/table";
import { upgraded, type GameBefore } from "./upgrade";

/** An event of a table's log (`tables/log.py`). */
export interface KeptEntry {
  number: number;
  /** In milliseconds since 1970. */
  time: number;
  kind: string;
  body: Record<string, unknown>;
}

export interface KeptGame {
  id: string;
  game: GameName;
  /** What lists show: who plays, by which rulebook. */
  names: string[];
  edition: string | null;
  /** All draws follow from the seed: 32 bytes in hexadecimal digits. */
  seed: string;
  created: number;
  changed: number;
  status: "playing" | "over";
  /** What the table is to be, until it has a log. */
  wish: NewTable | null;
  /** The events of the table, which say everything else; none until it is opened for the first time. */
  log: KeptEntry[];
  /** Of a game that was kept before logs were: the host makes its log from this when it is opened. */
  before?: { record: unknown; sealed: [seat: number, move: string][]; rematch: string | null };
}

/** A game with more in its log, which says from then on what the table is. */
export function logged({ before: _, ...game }: KeptGame, entries: KeptEntry[]): KeptGame {
  return { ...game, wish: null, log: [...game.log, ...entries] };
}

interface Shelves extends DBSchema {
  games: { key: string; value: KeptGame | GameBefore };
}

const PATIENCE = 4000; // a browser that says neither yes nor no keeps nothing

let shelf: Promise<IDBPDatabase<Shelves>> | null = null;
/** What could not be written. */
const held = new Map<string, KeptGame>();

/** Async, so that a browser that throws at once and one that refuses later look the same. */
async function open(): Promise<IDBPDatabase<Shelves>> {
  return openDB<Shelves>("piazzetta", 1, {
    upgrade: (database) => void database.createObjectStore("games", { keyPath: "id" }),
    terminated: () => (shelf = null),
  });
}

function opened(): Promise<IDBPDatabase<Shelves>> {
  shelf ??= Promise.race([
    open(),
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error("IndexedDB does not answer")), PATIENCE)),
  ]);
  shelf.catch(() => (shelf = null)); // asked again the next time: it may have been allowed meanwhile
  return shelf;
}

/** Keep a game. False: it could not be written, and lives as long as this page. */
export async function keep(game: KeptGame): Promise<boolean> {
  held.set(game.id, game);
  try {
    await (await opened()).put("games", game);
    if (held.get(game.id) === game) held.delete(game.id);
    return true;
  } catch {
    return false;
  }
}

export async function gameOf(id: string): Promise<KeptGame | null> {
  const here = held.get(id);
  if (here) return here;
  try {
    const found = await (await opened()).get("games", id);
    return found ? upgraded(found) : null;
  } catch {
    return null;
  }
}

/** All games of this device, the one played last first. */
export async function allGames(): Promise<KeptGame[]> {
  const written = await opened()
    .then((database) => database.getAll("games"))
    .then((games) => games.map(upgraded))
    .catch(() => []);
  const games = new Map([...written, ...held.values()].map((game) => [game.id, game]));
  return [...games.values()].toSorted((a, b) => b.changed - a.changed);
}

export async function forget(id: string): Promise<void> {
  held.delete(id);
  await opened()
    .then((database) => database.delete("games", id))
    .catch(() => {});
}
