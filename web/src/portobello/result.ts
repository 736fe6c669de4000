/** Statistics of a finished game: points by round, and where they came from. All of it comes from the events. */
import type { Happening } from "../table/table";

export type Source = "start" | "alleys" | "districts" | "tolls" | "lord";
export const SOURCES: readonly Source[] = ["start", "alleys", "districts", "tolls", "lord"];

export interface Result {
  /** Each seat's points after each round; the first entry is the start. */
  course: number[][];
  sources: Record<Source, number>[];
  /** The highest scoring, for the chart's note. */
  best: { round: number; name: string; points: number } | null;
}

export function result(log: readonly Happening[], scores: readonly number[], players: number, starter: number): Result {
  const sources = scores.map(() => ({ start: 0, alleys: 0, districts: 0, tolls: 0, lord: 0 }));
  const standing: number[] = scores.map(() => 0);
  const course: number[][] = [];
  let best: Result["best"] = null;
  const bring = (seat: number, source: Source, points: number) => {
    sources[seat]![source] += points;
    standing[seat]! += points;
  };
  for (const { events } of log) {
    for (const { key, params } of events) {
      if (key === "alley_scored" || key === "lord_scored") {
        const points = params.points as number[];
        points.forEach((gain, seat) => bring(seat, key === "lord_scored" ? "lord" : "alleys", gain));
        const most = Math.max(...points);
        if (!best || most > best.points) best = { round: course.length, name: String(params.name), points: most };
      } else if (key === "district_marked") bring(Number(params.seat), "districts", Number(params.points));
      else if (key === "bobby_crossed") {
        bring(Number(params.seat), "tolls", -Number(params.toll));
        for (const seat of params.receivers as number[]) bring(seat, "tolls", 1);
      } else if (key === "turn" && Number(params.seat) === starter) course.push([...standing]);
    }
  }
  course.push([...standing]);
  // Points from no event were there from the start.
  scores.forEach((score, seat) => (sources[seat]!.start = score - standing[seat]!));
  const shifted = course.map((row) => row.map((points, seat) => points + sources[seat]!.start));
  return { course: shifted.slice(0, Math.max(2, shifted.length)), sources: sources.slice(0, players), best };
}
