/** Fair start points: the search of `workshop/start_search.py`, translated; the page plays the games it asks for. */
import type { Estimate, Fairness, Part, SeekStart } from "../../channel";
import { toJson, tuple, type Any } from "../../python";
import * as python from "../../generated/python/common.js";

export class Starting {
  private readonly search: Any;
  private asks: Any[] = [];
  private stage: Fairness["stage"] = "search";
  private found: Fairness["found"] = null;
  private stopped = false;

  constructor(private readonly ask: SeekStart) {
    this.search = new python.StartSearch(ask.players, ask.games, ask.rounds);
  }

  /** The next games to play. */
  next(): Fairness {
    const round = this.stage === "search" && this.search.ask();
    if (round) this.asks = [round];
    else if (this.found) this.stage = "over";
    else {
      this.stage = "confirm";
      this.asks = this.search.confirming();
    }
    return this.standing();
  }

  /** The games that were asked for, of each in its order. */
  tell(parts: readonly Part[][]): Fairness {
    const wins = parts.map((own) => sums(own, this.ask.players));
    if (this.stage === "confirm") this.found = this.confirmed(wins);
    else {
      const net = parts[0]!.flatMap(({ points }) => points);
      this.search.tell(
        net,
        wins[0]!.map((one) => one / net.length),
      );
      if (this.stopped) this.search.stop();
    }
    return this.next();
  }

  /** No more rounds after this one. */
  choose(): void {
    this.stopped = true;
  }

  private confirmed(wins: number[][]): Fairness["found"] {
    const { lots, before, after, games, better } = toJson(this.search.confirmed(wins).to_json()) as {
      lots: [number, number[]][];
      before: Estimate[];
      after: Estimate[];
      games: number;
      better: boolean;
    };
    const even = 1 / after.length;
    const farthest = after.reduce((far, one) => (Math.abs(one[0] - even) > Math.abs(far[0] - even) ? one : far));
    const value = ([share]: Estimate) => share;
    return {
      better: better && lots.some(([, points]) => points.some(Boolean)),
      before: { games: this.ask.games, wins: before.map(value) },
      after: { games, wins: after.map(value) },
      uneven: farthest,
      changed: 0,
      chart: this.ask.chart,
      lots: lots.map(([lot, points]) => ({ lot, points })),
    };
  }

  private standing(): Fairness {
    const { stage, found, search } = this;
    const asks = this.asks.map(({ points, luck, games }) => ({
      chart: this.ask.chart,
      given: toJson(tuple(points)) as number[],
      luck,
      games,
    }));
    return { asks: stage === "over" ? [] : asks, total: search.total, steps: [...search.steps], stage, found };
  }
}

/** Each seat's wins; a shared win is shared. */
function sums(parts: readonly Part[], players: number): number[] {
  const wins = Array.from({ length: players }, () => 0);
  for (const { won } of parts)
    for (const row of won) {
      const winners = row.reduce((sum, one) => sum + one, 0);
      row.forEach((one, seat) => (wins[seat]! += one / winners));
    }
  return wins;
}
