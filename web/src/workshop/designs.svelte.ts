/** The reader's own maps and decks, kept in this browser. */
import type { GameName } from "../table/table";

export interface Design {
  id: string;
  game: GameName;
  name: string;
  changed: number;
  file: unknown;
}

const PLACE = "piazzetta.designs";

function read(): Design[] {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "[]") as unknown;
    return Array.isArray(kept) ? (kept as Design[]) : [];
  } catch {
    return [];
  }
}

const kept = $state<{ all: Design[] }>({ all: read() });
// another window may have saved one
addEventListener("storage", (event) => (event as StorageEvent).key === PLACE && (kept.all = read()));

function write(all: Design[]): void {
  localStorage.setItem(PLACE, JSON.stringify(all));
  kept.all = all;
}

/** The latest first. */
export function designs(game: GameName): Design[] {
  return kept.all.filter((one) => one.game === game).toSorted((a, b) => b.changed - a.changed);
}

export const designOf = (id: string): Design | undefined => read().find((one) => one.id === id);

/** Keeps a design under its id, or as a new one; throws if the browser has no room. */
export function keepDesign(given: Omit<Design, "id" | "changed"> & { id?: string | null }): string {
  const id = given.id ?? Date.now().toString(36) + Math.random().toString(36).slice(2, 6);
  write([...read().filter((one) => one.id !== id), { ...given, id, changed: Date.now() }]);
  return id;
}

export function dropDesign(id: string): void {
  write(read().filter((one) => one.id !== id));
}
