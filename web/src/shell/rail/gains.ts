/** Points of several events, seat by seat. */
import type { Gain } from "./log-style";

export function summed(gains: readonly Gain[]): Gain[] {
  const points = new Map<number, number>();
  for (const [seat, more] of gains) points.set(seat, (points.get(seat) ?? 0) + more);
  return [...points].filter(([, sum]) => sum !== 0).toSorted(([a], [b]) => a - b);
}

export const signed = (points: number) => (points < 0 ? `−${-points}` : `+${points}`);
