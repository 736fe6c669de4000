/**
 * The games on this device: stored in IndexedDB after every move; to resume, download or delete.
 *
 * A browser may refuse to store anything (a private window, blocked or full storage). Then a game lives as long as the
 * page does, and `keep` says so.
 */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { GAMES, hasGame } from "./any";
import { upgraded, type GameBefore, type KeptGame } from "./kept-game";

interface Shelves extends DBSchema {
  games: { key: string; value: KeptGame | GameBefore };
}

const PATIENCE = 4000; // a browser that says neither yes nor no stores nothing
const LONG_PATIENCE = 30_000; // but a game that somebody wants to resume is worth waiting for

let shelf: Promise<IDBPDatabase<Shelves>> | null = null;
/** Games that could not be written. */
const held = new Map<string, KeptGame>();

/** Async, so that a browser that throws at once and one that rejects later look the same. */
async function open(): Promise<IDBPDatabase<Shelves>> {
  return openDB<Shelves>(GAMES, 1, {
    upgrade: (database) => void database.createObjectStore("games", { keyPath: "id" }),
    terminated: () => (shelf = null),
  });
}

function opened(patience = PATIENCE): Promise<IDBPDatabase<Shelves>> {
  if (!shelf) {
    shelf = open();
    shelf.catch(() => (shelf = null)); // try again next time: storage may be allowed by then
  }
  // A late answer, as on a busy machine, still counts the next time.
  return Promise.race([
    shelf,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error("IndexedDB does not answer")), patience)),
  ]);
}

/** Store a game. False: it could not be written, and lives as long as this page. */
export async function keep(game: KeptGame): Promise<boolean> {
  held.set(game.id, game);
  hasGame();
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
    const found = await (await opened(LONG_PATIENCE)).get("games", id);
    return found ? upgraded(found) : null;
  } catch {
    return null;
  }
}

/** All games on this device, the last played first. */
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
