/** The studies on this device, in IndexedDB; a browser that stores nothing keeps them as long as the page lives. */
import { openDB, type DBSchema } from "idb";

export interface KeptStudy {
  id: string;
  game: string;
  title: string;
  changed: number;
  /** The study as JSON. */
  text: string;
}

interface Shelf extends DBSchema {
  studies: { key: string; value: KeptStudy };
}

const held = new Map<string, KeptStudy>();

const opened = () =>
  openDB<Shelf>("piazzetta-studies", 1, {
    upgrade: (database) => void database.createObjectStore("studies", { keyPath: "id" }),
  });

/** Store a study. False: it could not be written, and lives as long as this page. */
export async function keepStudy(study: KeptStudy): Promise<boolean> {
  held.set(study.id, study);
  try {
    await (await opened()).put("studies", study);
    return true;
  } catch {
    return false;
  }
}

/** All studies on this device, the last changed first. */
export async function keptStudies(): Promise<KeptStudy[]> {
  const written = await opened()
    .then((database) => database.getAll("studies"))
    .catch(() => []);
  const all = new Map([...written, ...held.values()].map((study) => [study.id, study]));
  return [...all.values()].toSorted((a, b) => b.changed - a.changed);
}

export async function keptStudy(id: string): Promise<KeptStudy | null> {
  return (await keptStudies()).find((study) => study.id === id) ?? null;
}

export async function forgetStudy(id: string): Promise<void> {
  held.delete(id);
  await opened()
    .then((database) => database.delete("studies", id))
    .catch(() => {});
}
