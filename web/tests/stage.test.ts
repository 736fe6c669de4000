// A round of bots is shown within its time, however much happens in it; people are given all the time they take.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Stage } from "../src/games/portobello/stage/stage.svelte";
import type { PortobelloView } from "../src/games/portobello/view";
import type { Happening, Sight, Update } from "../src/table/table";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
});
afterEach(() => vi.useRealTimers());

const sight = (awaited: number[]) =>
  ({ viewer: 0, awaited, view: { scores: [0, 0, 0, 0] } }) as unknown as Sight<PortobelloView>;

const update = (at: number, seat: number, keys: string[]): Update => {
  const events = keys.map((key) => ({ key, params: { points: [0, 1, 0, 0], clients: [] } }));
  return { at, happened: [{ at, seat, kind: "play", events }], sights: [], over: false };
};

interface Play {
  /** Milliseconds between two moves as they come. */
  every?: number;
  /** What drawing one update costs the device. */
  drawing?: number;
  turn?: string[][];
  bots?: boolean;
}
const USUAL = [["tile_picked"], ["client_drawn"], ["client_placed"], ["built", "alley_scored"], ["built"]];
const LONG = [
  ...USUAL,
  ["bobby_crossed"],
  ["bobby_crossed"],
  ["built"],
  ["built", "alley_scored", "lord_scored"],
  ["district_marked"],
];

/** One's own move, then a turn of each other seat; returns when the last one has been shown, and what was told. */
async function round({ every = 200, drawing = 0, turn = USUAL, bots = true }: Play) {
  const told: number[] = [];
  const tell = (happenings: readonly Happening[]) => {
    told.push(...happenings.map(({ at }) => at));
    vi.setSystemTime(Date.now() + drawing);
  };
  const stage = new Stage(tell, () => bots);
  stage.open(sight([0]));
  const begun = Date.now();
  stage.add(update(1, 0, ["turn_ended"]), sight([1]));
  let at = 1;
  let scored = 0;
  const pass = async (ms: number) => {
    for (let gone = 0; gone < ms; gone += 10) {
      await vi.advanceTimersByTimeAsync(10);
      if (stage.scoring) scored += 10;
    }
  };
  for (const seat of [1, 2, 3]) {
    for (const keys of turn) {
      await pass(every);
      stage.add(update(++at, seat, keys), sight([seat]));
    }
    await pass(every);
    stage.add(update(++at, seat, ["turn_ended"]), sight([(seat + 1) % 4]));
  }
  while (!stage.ready || stage.busy) await pass(10);
  return { time: Date.now() - begun, told, moves: at, scored };
}

describe("a round of three bots", () => {
  const rounds: [string, Play][] = [
    ["with a scoring in each turn", {}],
    ["with four scorings in each turn", { every: 120, turn: LONG }],
    ["that come at once", { every: 0, turn: LONG }],
    ["on a device that takes long to draw", { every: 120, turn: LONG, drawing: 100 }],
  ];
  it.each(rounds)("%s takes at most six seconds, and everything is told once", async (_, play) => {
    const { time, told, moves } = await round(play);
    expect(time).toBeLessThan(6000);
    expect(told).toEqual(Array.from({ length: moves }, (_, index) => index + 1));
  });

  it("takes its time for scorings, most of all", async () => {
    const { time, scored } = await round({});
    expect(time).toBeGreaterThan(4000);
    expect(scored).toBeGreaterThan(1500);
  });

  it("waits for nothing more once its time is over", async () => {
    const { time } = await round({ every: 700 }); // bots that think longer than the round lasts
    expect(time).toBeLessThan(18 * 700 + 100);
  });
});

it("people's moves are shown at ease", async () => {
  expect((await round({ bots: false })).time).toBeGreaterThan(7000);
});
