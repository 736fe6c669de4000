import { beforeEach, expect, it, vi } from "vitest";
import { Advice } from "../src/shell/help/advice.svelte";
import { announced } from "../src/shell/live.svelte";
import { ReplayTable } from "../src/table/replay.svelte";
import type { Decision, GameAnalysis, PlannedStep, Refusal, Table } from "../src/table/table";
import { setLanguage } from "../src/words/index.svelte";
import type { Speech } from "../src/words/speech";

const STEPS: PlannedStep[] = [{ move: "travel 12", events: [{ key: "travelled", params: { seat: 1, at: 5 } }] }];
const DUE: Refusal = { code: "rate", sentence: "", clause: null, key: "hint_due", params: { seconds: 12 } };
beforeEach(() => setLanguage("en"));

it("says when the next hint is due, and waits for it", async () => {
  vi.useFakeTimers({ now: 1000, toFake: ["Date"] });
  const advice = new Advice({ hint: async () => DUE } as unknown as Table, { game: "viaggiatore" } as Speech);
  expect(await advice.ask(0)).toBe(true);
  expect([advice.open, advice.moves, advice.due]).toEqual([true, [], 13_000]);
  expect(announced()).toContain("12 seconds");
  advice.put();
  expect([advice.open, advice.due]).toEqual([false, null]);
  vi.useRealTimers();
});

it("shows the best move of an analysed replay where it was better", async () => {
  const view = { scores: [0, 0] };
  const frames = [0, 1, 2, 3].map((at) => ({ at, seat: 1, move: null, events: [], view }));
  const told = { game: "viaggiatore", viewer: -2, players: 2, frames } as unknown as ConstructorParameters<
    typeof ReplayTable
  >[0];
  const decisions = [{ index: 1, seat: 1, steps: STEPS } as unknown as Decision];
  const analysis = { opening: 1, decisions, turning_points: [] } as unknown as GameAnalysis;
  const table = new ReplayTable(told, null, null, async () => ({ done: 1, of: 1, analysis }));
  const advice = new Advice(table, { game: "viaggiatore" } as Speech);
  table.seek(2);
  expect(advice.steps, "not analysed yet").toEqual([]);
  await table.analysis!();
  expect(advice.steps).toEqual(STEPS);
  table.seek(1);
  expect(advice.steps).toEqual([]);
});
