import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MomentCard } from "../../src/moments/moment";
import { daysUntil, newMemory, reviewed, type Outcome } from "../../src/moments/schedule";

const START = new Date("2026-11-19T10:00:00Z");
const DAY = 86_400_000;
const later = (days: number) => new Date(START.getTime() + days * DAY);

/** The days between reviews, each made when it is due. */
function intervals(...outcomes: Outcome[]): number[] {
  let [memory, now] = [newMemory(START), START];
  return outcomes.map((outcome) => {
    memory = reviewed(memory, outcome, now);
    const days = daysUntil(memory, now);
    now = memory.due;
    return days;
  });
}

it("comes again the later, the better it was known, and soon if it was not", () => {
  expect(intervals("solved", "solved", "solved")).toEqual([3, 14, 57]);
  expect(intervals("helped", "helped")).toEqual([2, 4]);
  expect(intervals("shown", "solved")).toEqual([1, 3]);
  expect(intervals("solved", "solved", "shown")).toEqual([3, 14, 2]);
});

let cards: typeof import("../../src/moments/cards");
beforeEach(async () => {
  vi.resetModules();
  globalThis.indexedDB = new IDBFactory();
  cards = await import("../../src/moments/cards");
});
afterEach(() => vi.restoreAllMocks());

const card = (index: number) => ({ index, seat: 0, weighed: [], against: [] }) as unknown as MomentCard;

it("keeps a moment once, with what is remembered of it", async () => {
  const [first] = await cards.keepMoments("game", [card(3), card(9)], START);
  await cards.remember(first!, "solved", START);
  const again = await cards.keepMoments("game", [card(3), card(9)], later(1));
  expect(again.map(({ id }) => id)).toEqual(["game/0/3", "game/0/9"]);
  expect(again[0]!.memory.reps).toBe(1);
  expect(await cards.allMoments()).toHaveLength(2);
});

it("offers a handful of what is due today, the longest due first", async () => {
  const old = await cards.keepMoments("old", [card(1), card(2)], START);
  await cards.keepMoments("new", [1, 2, 3, 4].map(card), later(1));
  await cards.remember(old[0]!, "solved", START);
  const due = await cards.dueMoments(later(1));
  expect(due.map(({ id }) => id)).toEqual(["old/0/2", "new/0/1", "new/0/2", "new/0/3", "new/0/4"]);
  expect((await cards.dueMoments(later(5)))[0]!.id).toBe("old/0/2");
  await cards.forgetMoments("new");
  expect(await cards.dueMoments(later(5))).toHaveLength(2);
});

it("keeps moments as long as the page lives where nothing can be stored", async () => {
  vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new Error("no storage");
  });
  await cards.keepMoments("game", [card(3)], START);
  expect(await cards.dueMoments(START)).toHaveLength(1);
});
