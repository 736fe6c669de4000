/** Statistics of a finished game: points by round, and where they came from. All of it comes from the events. */
import type { Happening } from "../../table/table";
import { gains } from "./log";

export type Source = "start" | "alleys" | "districts" | "tolls" | "lord";
export const SOURCES: readonly Source[] = ["start", "alleys", "districts", "tolls", "lord"];

const FROM: Record<string, Source> = {
  alley_scored: "alleys",
  district_marked: "districts",
  bobby_crossed: "tolls",
  lord_scored: "lord",
};

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
  for (const event of log.flatMap(({ events }) => events)) {
    const { key, params } = event;
    for (const [seat, points] of gains(event)) bring(seat, FROM[key]!, points);
    if (key === "alley_scored" || key === "lord_scored") {
      const most = Math.max(...(params.points as number[]));
      if (!best || most > best.points) best = { round: course.length, name: String(params.name), points: most };
    } else if (key === "turn" && Number(params.seat) === starter) course.push([...standing]);
  }
  course.push([...standing]);
  // Points from no event were there from the start.
  scores.forEach((score, seat) => (sources[seat]!.start = score - standing[seat]!));
  const shifted = course.map((row) => row.map((points, seat) => points + sources[seat]!.start));
  return { course: shifted.slice(0, Math.max(2, shifted.length)), sources: sources.slice(0, players), best };
}
