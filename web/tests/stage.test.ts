// A round of bots is shown within its time, however much happens in it; people are given all the time they take.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Stage } from "../src/portobello/stage/stage.svelte";
import type { PortobelloView } from "../src/portobello/view";
import type { Sight, Update } from "../src/table/table";

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

/** One's own move, then a turn of each other seat, a move every 200 ms; returns when the last one has been shown. */
async function round(stage: Stage): Promise<number> {
  stage.open(sight([0]));
  const begun = Date.now();
  stage.add(update(1, 0, ["turn_ended"]), sight([1]));
  let at = 1;
  for (const seat of [1, 2, 3]) {
    for (const keys of [["tile_picked"], ["client_drawn"], ["client_placed"], ["built", "alley_scored"], ["built"]]) {
      await vi.advanceTimersByTimeAsync(200);
      stage.add(update(++at, seat, keys), sight([seat]));
    }
    await vi.advanceTimersByTimeAsync(200);
    stage.add(update(++at, seat, ["turn_ended"]), sight([(seat + 1) % 4]));
  }
  while (!stage.ready || stage.busy) await vi.advanceTimersByTimeAsync(20);
  return Date.now() - begun;
}

it("three bots, each with a scoring, take at most six seconds", async () => {
  expect(
    await round(
      new Stage(
        () => {},
        () => true,
      ),
    ),
  ).toBeLessThan(6000);
});

it("people's moves are shown at ease", async () => {
  expect(await round(new Stage(() => {}))).toBeGreaterThan(7000);
});
