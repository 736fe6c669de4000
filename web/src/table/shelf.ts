/**
 * What this browser keeps in IndexedDB, by its id. A browser may refuse to store anything (a private window, blocked or
 * full storage): then it lives as long as the page does, and `put` says so.
 */
import { openDB, type IDBPDatabase } from "idb";

const PATIENCE = 4000; // a browser that says neither yes nor no stores nothing
const LONG_PATIENCE = 30_000; // but what somebody has asked for by name is worth waiting for

export class Shelf<Kept extends { id: string }> {
  private opening: Promise<IDBPDatabase> | null = null;
  /** What could not be written. */
  private readonly held = new Map<string, Kept>();

  constructor(
    private readonly database: string,
    private readonly store: string,
  ) {}

  /** Store it. False: it could not be written, and lives as long as this page. */
  async put(one: Kept): Promise<boolean> {
    this.held.set(one.id, one);
    try {
      await (await this.opened()).put(this.store, one);
      if (this.held.get(one.id) === one) this.held.delete(one.id);
      return true;
    } catch {
      return false;
    }
  }

  /** Change fields of what is stored, if it is there; what is put meanwhile is not lost. */
  async amend(id: string, fields: Partial<Kept>): Promise<void> {
    const here = this.held.get(id);
    if (here) return void (await this.put({ ...here, ...fields }));
    try {
      const writing = (await this.opened()).transaction(this.store, "readwrite");
      const found: Kept | undefined = await writing.store.get(id);
      if (found) await writing.store.put({ ...found, ...fields });
      await writing.done;
    } catch {
      // a browser that stores nothing has nothing to change
    }
  }

  async get(id: string): Promise<Kept | null> {
    const here = this.held.get(id);
    if (here) return here;
    try {
      const found: Kept | undefined = await (await this.opened(LONG_PATIENCE)).get(this.store, id);
      return found ?? null;
    } catch {
      return null;
    }
  }

  async all(): Promise<Kept[]> {
    const written: Kept[] = await this.opened()
      .then((database) => database.getAll(this.store))
      .catch(() => []);
    return [...new Map([...written, ...this.held.values()].map((one) => [one.id, one])).values()];
  }

  async drop(id: string): Promise<void> {
    this.held.delete(id);
    await this.opened()
      .then((database) => database.delete(this.store, id))
      .catch(() => {});
  }

  private opened(patience = PATIENCE): Promise<IDBPDatabase> {
    if (!this.opening) {
      this.opening = this.open();
      this.opening.catch(() => (this.opening = null)); // storage may be allowed by next time
    }
    // A late answer, as on a busy machine, still counts the next time.
    return Promise.race([
      this.opening,
      new Promise<never>((_, reject) => setTimeout(() => reject(new Error("IndexedDB does not answer")), patience)),
    ]);
  }

  /** Async, so that a browser that throws at once and one that rejects later look the same. */
  private async open(): Promise<IDBPDatabase> {
    return openDB(this.database, 1, {
      upgrade: (database) => void database.createObjectStore(this.store, { keyPath: "id" }),
      terminated: () => (this.opening = null),
    });
  }
}
