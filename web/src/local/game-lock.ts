/** A game is played in one window at a time: two of them would write over each other's moves. */

const PATIENCE = 1500; // a page that is being loaded anew still holds its own lock for a moment

/** How to let go again; null: another window has it. */
export async function gameLock(id: string): Promise<(() => void) | null> {
  const { locks } = navigator;
  if (!locks) return () => {};
  return new Promise((resolve) => {
    const held = () => new Promise<void>((release) => resolve(release));
    locks.request(`piazzetta ${id}`, { signal: AbortSignal.timeout(PATIENCE) }, held).catch(() => resolve(null));
  });
}
