/** A game is played in one window at a time: two would overwrite each other's moves. */

const PATIENCE = 1500; // a reloading page still holds its own lock for a moment

/** Returns a function that releases the lock; null: another window holds it. */
export async function gameLock(id: string): Promise<(() => void) | null> {
  const { locks } = navigator;
  if (!locks) return () => {};
  return new Promise((resolve) => {
    const held = () => new Promise<void>((release) => resolve(release));
    locks.request(`piazzetta ${id}`, { signal: AbortSignal.timeout(PATIENCE) }, held).catch(() => resolve(null));
  });
}
