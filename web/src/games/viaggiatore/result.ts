// Statistics of a finished game: points by round and by sale. All of it comes from the events.
import type { Happening } from "../../table/table";
import { KINDS, type Kind } from "./cards/deck";

export interface Result {
  /** Each seat's points after each round; the first entry is the start. */
  course: number[][];
  /** For each seat: how many points each kind of goods scored, and the number of sales. */
  kinds: Record<Kind, number>[];
  sales: number[];
  auctions: number[];
}

export function result(log: readonly Happening[], players: number, starter: number): Result {
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const standing = seats.map(() => 0);
  const kinds = seats.map(() => ({ clothes: 0, hats: 0, shoes: 0, accessories: 0 }));
  const sales = seats.map(() => 0);
  const auctions = seats.map(() => 0);
  const course: number[][] = [[...standing]];
  for (const { events } of log) {
    for (const { key, params } of events) {
      const seat = Number(params["seat"]);
      if (key === "shop") {
        sales[seat]! += 1;
        (params["points"] as number[]).forEach((points, i) => (kinds[seat]![KINDS[i]!] += points));
        standing[seat]! += Number(params["total"]);
      } else if (key === "auction_won") auctions[seat]! += 1;
      else if (key === "turn" && seat === starter) course.push([...standing]);
    }
  }
  course.push([...standing]);
  return { course, kinds, sales, auctions };
}
