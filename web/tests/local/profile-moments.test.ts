/** Moments follow a profile from device to device, and go to nobody else. */
import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import type { MomentCard } from "../../src/moments/moment";
import type { MomentReviews } from "../../src/wire/generated/types";

const START = new Date("2026-11-19T10:00:00Z");
const later = (days: number) => new Date(START.getTime() + days * 86_400_000);
const card = (index: number) =>
  ({
    index,
    seat: 0,
    weighed: [],
    against: [],
    record: { game: "portobello", names: ["Ada", "Bob"] },
  }) as unknown as MomentCard;

/** What the server keeps of one person, as `server/people/moments.py` does. */
let kept: Map<string, MomentReviews>;
let there = true;
function answer(path: string, body?: MomentReviews): unknown {
  const name = path.slice("/me/moments/".length);
  if (!there) throw new Error("no network");
  if (body) {
    const before = kept.get(name);
    const reviews = new Map([...body.reviews, ...(before?.reviews ?? [])].map((review) => [review.time, review]));
    kept.set(name, { ...body, card: before?.card ?? body.card, reviews: [...reviews.values()] });
    return {};
  }
  if (name) return { card: kept.get(name)!.card };
  return { moments: [...kept].map(([id, { kept, reviews }]) => ({ id, kept, reviews })) };
}
vi.mock("../../src/table/http", () => ({ ask: async (path: string, body?: MomentReviews) => answer(path, body) }));

/** A device of its own, signed in, which holds seats at some tables, some of them as a guest. */
async function device(tables: string[], guest: string[] = []) {
  vi.resetModules();
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  localStorage.setItem("piazzetta.me", "face-1");
  localStorage.setItem("piazzetta.seats", JSON.stringify(Object.fromEntries(tables.map((table) => [table, []]))));
  if (guest.length) localStorage.setItem("piazzetta.guest", guest.join(" "));
  const cards = await import("../../src/moments/cards");
  return { ...cards, ...(await import("../../src/moments/profile")) };
}

beforeEach(() => {
  kept = new Map();
  there = true;
});

it("brings what is due to another device, and its review back", async () => {
  const laptop = await device(["table"]);
  const [first, second] = await laptop.keepMoments("table", [card(3), card(9)], START);
  await laptop.tellProfile(await laptop.remember(first!, "solved", START));
  await laptop.tellProfile(second!);

  const phone = await device([]);
  await phone.joinProfile(later(1));
  const due = await phone.dueMoments(later(1));
  expect(due.map(({ id, card }) => [id, card.index])).toEqual([["table/0/9", 9]]); // the other was solved yesterday
  expect(due[0]!.card.record).toEqual({ game: "portobello" }); // without the names of others
  await phone.tellProfile(await phone.remember(due[0]!, "shown", later(1)));
  expect(kept.get("table-0-9")!.reviews.map(({ outcome }) => outcome)).toEqual(["shown"]);

  const tablet = await device([]);
  await tablet.joinProfile(later(2));
  const [again] = await tablet.dueMoments(later(2));
  expect([again!.id, again!.memory.reps]).toEqual(["table/0/9", 1]);
});

it("joins the reviews of two devices that were apart", async () => {
  const laptop = await device(["table"]);
  const [moment] = await laptop.keepMoments("table", [card(3)], START);
  await laptop.tellProfile(moment!);
  there = false;
  await laptop.tellProfile(await laptop.remember(moment!, "helped", START));
  there = true;
  kept.get("table-0-3")!.reviews = [{ time: later(3).getTime(), outcome: "solved" }];
  await laptop.joinProfile(later(4));
  const [joined] = await laptop.allMoments();
  expect(joined!.reviews.map(({ outcome }) => outcome)).toEqual(["helped", "solved"]);
  expect(joined!.memory.reps).toBe(2);
  expect(kept.get("table-0-3")!.reviews).toHaveLength(2);
});

it("tells a profile nothing of a guest's games, of others' and of games on this device", async () => {
  const shared = await device(["guest", "own"], ["guest"]);
  for (const table of ["guest", "own", "before", "local-1"]) await shared.keepMoments(table, [card(1)], START);
  await shared.joinProfile(START);
  expect([...kept.keys()]).toEqual(["own-0-1"]);
});

it("leaves nothing of the profile behind when somebody signs out", async () => {
  const shared = await device(["guest", "own"], ["guest"]);
  for (const table of ["guest", "own", "local-1"]) await shared.keepMoments(table, [card(1)], START);
  await shared.dropOwnMoments();
  expect((await shared.allMoments()).map(({ table }) => table).toSorted()).toEqual(["guest", "local-1"]);
});

it("keeps everything here without a network, and asks again", async () => {
  const phone = await device(["table"]);
  await phone.keepMoments("table", [card(1)], START);
  there = false;
  await phone.joinProfile(START);
  expect(await phone.dueMoments(START)).toHaveLength(1);
  there = true;
  await phone.joinProfile(START);
  expect([...kept.keys()]).toEqual(["table-0-1"]);
});
