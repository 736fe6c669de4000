/** A fair start: points before the game, in turn order. */
import { newNumber } from "../../../local/chance";
import type { Lot } from "../../../local/channel";

/** Points for each player; with several lots, one is drawn for each table. */
export interface FairStart {
  players: number;
  lots: Lot[];
}

/** Points as one reads them: in turn order. */
export const inTurn = (points: number[]): string => points.join(" · ");

export function drawnStart({ lots }: FairStart): number[] {
  let drawn = newNumber() % lots.reduce((sum, { lot }) => sum + lot, 0);
  const found = lots.find(({ lot }) => (drawn -= lot) < 0);
  return found!.points;
}
