import "fake-indexeddb/auto";
import { afterEach, expect, it, vi } from "vitest";
import { Channel } from "../../src/local/channel";
import { LocalTable } from "../../src/local/local.svelte";
import { LookBack } from "../../src/table/look-back.svelte";
import type { Update } from "../../src/table/table";
import { hostThread, keptGame } from "./threads";

const replay = vi.hoisted(() => vi.fn());
vi.mock("../../src/table/requests", () => ({ replay }));
vi.setConfig({ testTimeout: 60_000 }); // a busy machine plays slowly

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

it("shows the past of a table of this device, closed, and then what is now", async () => {
  localStorage.setItem("piazzetta.pace", "0");
  const live = new LocalTable(keptGame(["me", "random"]), undefined, hostThread);
  const table = new LookBack(live.game.id, live);
  const worker = new Channel(live.game.game, hostThread(), undefined, () => {});
  open.push(table, worker);
  replay.mockImplementation((_: string, viewer: number) => worker.ask("replay", { kept: live.game, viewer }));
  const told: Update[] = [];
  table.onUpdate((update) => told.push(update));
  const mine = () => vi.waitFor(() => expect(live.sights[0]?.awaited).toContain(0), 30_000);
  expect(table.mayLookBack).toBe(false); // nothing has happened yet
  await mine();
  const now = table.sights[0]!;

  await table.lookBack();
  expect(replay).toHaveBeenLastCalledWith(live.game.id, 0);
  expect([table.looking, table.call]).toEqual([true, "turn"]);
  expect(table.sights[0]).toMatchObject({ viewer: 0, legal: [], awaited: [] });
  expect(await table.play(0, now.legal[0]!.move)).toMatchObject({ done: false });

  // what happens meanwhile is not shown, but the way through the game grows by it
  const length = table.past!.length;
  const shown = told.length;
  await live.play(0, now.legal[0]!.move);
  await mine();
  expect(told).toHaveLength(shown);
  expect(table.mayLookBack).toBe(true);
  await table.lookBack(length);
  expect(table.past!.length).toBeGreaterThan(length);
  expect(table.at).toBe(length);

  table.now();
  expect(table.looking).toBe(false);
  expect(table.sights).toBe(live.sights);
  expect(told.at(-1)).toMatchObject({ at: live.at, happened: [] });

  // the end of the game so far is now
  await table.lookBack(0);
  await table.lookBack(table.past!.length);
  expect(table.looking).toBe(false);

  replay.mockRejectedValueOnce(new Error("no network"));
  await table.lookBack(3);
  expect([table.failed, table.looking]).toEqual([true, false]);
});
