/** The studies on this device. */
import { Shelf } from "../table/shelf";

export interface KeptStudy {
  id: string;
  game: string;
  title: string;
  changed: number;
  /** The study as JSON. */
  text: string;
  /** Where it was left: which of the continuations, at each position from the first. */
  at?: readonly number[];
}

const shelf = new Shelf<KeptStudy>("piazzetta-studies", "studies");

/** Store a study. False: it could not be written, and lives as long as this page. */
export const keepStudy = (study: KeptStudy): Promise<boolean> => shelf.put(study);

/** Remember where a study was left, if it is stored. */
export const leaveAt = (id: string, at: readonly number[]): Promise<void> => shelf.amend(id, { at });

/** All studies on this device, the last changed first. */
export async function keptStudies(): Promise<KeptStudy[]> {
  return (await shelf.all()).toSorted((a, b) => b.changed - a.changed);
}

export const keptStudy = (id: string): Promise<KeptStudy | null> => shelf.get(id);
export const forgetStudy = (id: string): Promise<void> => shelf.drop(id);
