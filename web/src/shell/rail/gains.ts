/** What an event brought or cost, seat by seat: the numbers are the table's. */
import type { GameEvent } from "../../table/table";

export type Gain = [seat: number, points: number];

export function gainsOf({ key, params }: GameEvent): Gain[] {
  const seat = Number(params.seat);
  switch (key) {
    case "alley_scored":
    case "lord_scored":
      return (params.points as number[]).map((points, at) => [at, points]);
    case "district_marked":
      return [[seat, Number(params.points)]];
    case "bobby_crossed":
      return [[seat, -Number(params.toll)], ...(params.receivers as number[]).map((to): Gain => [to, 1])];
    case "shop":
      return [[seat, Number(params.total)]];
  }
  return [];
}

/** The points of several events, seat by seat. */
export function summed(gains: readonly Gain[]): Gain[] {
  const points = new Map<number, number>();
  for (const [seat, more] of gains) points.set(seat, (points.get(seat) ?? 0) + more);
  return [...points].filter(([, sum]) => sum !== 0).toSorted(([a], [b]) => a - b);
}

export const signed = (points: number) => (points < 0 ? `−${-points}` : `+${points}`);
