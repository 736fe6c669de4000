/** A turn chosen in advance, as moves: whether they are allowed is seen when their time comes. */
import { endsOf } from "../map/plan";
import type { PlannedMove, Sight } from "../../../table/table";
import type { PortobelloView } from "../view";

export const CLIENTS = ["servant", "burgher", "lord"] as const;
export type Client = (typeof CLIENTS)[number];
/** One of the things to do in a turn: a move, or drawing a customer with a square for each that may come. */
export interface Act {
  move: string;
  places: Record<Client, string>;
}

export const noAct = (): Act => ({ move: "", places: { servant: "", burgher: "", lord: "" } });

export function tilesOf(sight: Sight): string[] {
  return (sight.view as PortobelloView).tiles[sight.viewer]!.up.map((name) => `tile ${name}`);
}

export function freeSquares(sight: Sight): string[] {
  const { squares } = sight.view as PortobelloView;
  return Object.keys(squares).filter((key) => squares[key] === null);
}

/** Building from either end of every alley that has room. */
export function buildings(sight: Sight): string[] {
  const { alleys } = sight.view as PortobelloView;
  return Object.entries(alleys)
    .filter(([, { stalls }]) => stalls.includes(null))
    .flatMap(([key]) => endsOf(key).map((end) => `build ${key}@${end}`));
}

/** A turn at the market: a tile, what to do with it, and its end. */
export function turnPlan(tile: string, acts: readonly Act[], end: boolean): PlannedMove[][] {
  const steps: PlannedMove[][] = tile ? [[{ move: tile }]] : [];
  for (const { move, places } of acts) {
    if (!move) continue;
    steps.push([{ move }]);
    const placed = CLIENTS.filter((client) => places[client]);
    if (move === "draw" && placed.length)
      steps.push(placed.map((client) => ({ move: `place ${places[client]}`, when: "in_hand", is: client })));
  }
  return end && steps.length ? [...steps, [{ move: "end" }]] : steps;
}
