/**
 * The games of this device: kept in IndexedDB after every move, to be resumed, downloaded, thrown away.
 *
 * A browser may refuse to keep anything (a private window, blocked or full storage). Then a game lives as long as the
 * page does, and `keep` says so.
 */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { GameName } from "../table/table";

export interface KeptSeat {
  kind: "person" | "hotseat" | "bot";
  name: string | null;
  level: string | null;
}

/** A move and the part of the game's log it stands for, as a server's table has it. */
export interface Step {
  kind: "started" | "play" | "sealed" | "undo";
  seat: number;
  begin: number;
  end: number;
}

export interface KeptGame {
  id: string;
  game: GameName;
  players: number;
  starter: number;
  edition: string | null;
  rules: Record<string, string | number>;
  /** An own map or deck. */
  chart?: unknown;
  seats: KeptSeat[];
  /** All draws follow from the seed; its seal was shown before the first move. */
  seed: string;
  seal: string;
  created: number;
  changed: number;
  status: "playing" | "over";
  /** The record of the game so far; null before the first move. */
  record: unknown;
  /** False: this table plays without hints. */
  hints?: boolean;
  /** Begun with the game's prepared position. */
  lesson?: boolean;
  steps: Step[];
  /** Choices made before their turn, which a record does not hold. */
  sealed: [seat: number, move: string][];
  rematch: string | null;
}

interface Shelves extends DBSchema {
  games: { key: string; value: KeptGame };
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
    return (await (await opened()).get("games", id)) ?? null;
  } catch {
    return null;
  }
}

/** All games of this device, the one played last first. */
export async function allGames(): Promise<KeptGame[]> {
  const written = await opened()
    .then((database) => database.getAll("games"))
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
