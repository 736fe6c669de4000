/** Whether this device may have games: known without loading what reads them, which a first visit does not need. */

/** The name of their database. */
export const GAMES = "piazzetta";

let stored = false;

/** A game of this page was stored, or at least held in memory. */
export function hasGame(): void {
  stored = true;
}

export async function mayHaveGames(): Promise<boolean> {
  if (stored) return true;
  try {
    return (await indexedDB.databases()).some(({ name }) => name === GAMES);
  } catch {
    return true; // a browser that does not say
  }
}
