// The largest size of baggage with carriers at which all of it fits into a panel.

/** A baggage card is 1 wide and 1.4 tall; its carrier lies sideways half beneath it, so the pair is this wide. */
export const PAIR = 2.07;
const GAP = 7;

/** The width of a baggage card at which `many` pairs fit into a box, with the best number of rows. */
export function fitPairs(many: number, width: number, height: number, most: number): number {
  let best = 0;
  for (let rows = 1; rows <= Math.max(1, many); rows++) {
    const columns = Math.ceil(many / rows);
    const across = (width - (columns - 1) * GAP) / (Math.max(1, columns) * PAIR);
    const down = (height - (rows - 1) * GAP) / (rows * 1.4);
    best = Math.max(best, Math.min(across, down));
  }
  return Math.max(14, Math.floor(Math.min(best, most)));
}
