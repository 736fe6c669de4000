import "fake-indexeddb/auto";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { allGames, forget, gameOf } from "../../src/local/games";
import { LocalTable } from "../../src/local/local.svelte";
import { releaseTime } from "../../src/local/room";
import { doubleThread, DoubleEngine, keptGame, LENGTH } from "./double";
import type { KeptGame } from "../../src/local/games";

const open: LocalTable[] = [];

function sit(game: KeptGame, engine = new DoubleEngine()): LocalTable {
  const table = new LocalTable(game, undefined, () => doubleThread(engine));
  open.push(table);
  return table;
}

const mine = (table: LocalTable, seat = 0) => vi.waitFor(() => expect(table.sights[0]?.awaited).toContain(seat));

async function playOn(table: LocalTable, seats = [0]): Promise<void> {
  await vi.waitFor(async () => {
    const seat = seats.find((one) => table.sights[0]?.awaited.includes(one));
    if (seat !== undefined && !table.over) await table.play(seat, "say 1");
    expect(table.over).toBe(true);
  }, 5000);
}

beforeEach(() => localStorage.setItem("piazzetta.pace", "0"));
afterEach(() => {
  for (const table of open.splice(0)) table.close();
  vi.restoreAllMocks();
});

describe("a table of this device", () => {
  it("is played to its end against bots, and kept", async () => {
    const game = keptGame(["person", "bot", "bot"]);
    const table = sit(game);
    await mine(table);
    expect(table.info).toMatchObject({ id: game.id, commitment: "seal", status: "playing", options: { chat: false } });
    expect(table.yours).toEqual([0]);
    await playOn(table);
    expect(table.info?.status).toBe("over");
    expect(table.log.flatMap((item) => item.events)).toHaveLength(LENGTH);
    await vi.waitFor(async () => expect((await gameOf(game.id))?.status).toBe("over"));
  });

  it("is resumed as it was left", async () => {
    const game = keptGame(["person", "bot"]);
    const first = sit(game);
    await mine(first);
    await first.play(0, "say 1");
    await mine(first);
    await vi.waitFor(async () => expect((await gameOf(game.id))?.steps).toHaveLength(first.at));
    first.close();
    const again = sit((await gameOf(game.id))!);
    await mine(again);
    expect(again.log).toEqual(first.log);
    expect(again.at).toBe(first.at);
    await playOn(again);
  });

  it("refuses with the engine's reason, and takes back", async () => {
    const table = sit(keptGame(["person", "hotseat"]));
    await mine(table);
    const refusal = { code: "illegal", sentence: "no.", clause: "1.2", key: "no", params: {} };
    expect(await table.play(0, "shout")).toEqual({ done: false, refusal });
    expect(await table.why("shout", 0)).toEqual(refusal);
    expect(await table.why("say 1", 0)).toBeNull();
    expect(await table.hint(0)).toMatchObject({ moves: [{ move: "say 1" }] });
    expect(await table.say()).toMatchObject({ done: false, refusal: { code: "off" } });
    await table.play(0, "say 1");
    expect(table.log.map((item) => item.kind)).toEqual(["started", "play"]);
    expect(await table.undo(0)).toEqual({ done: true });
    expect(table.log.map((item) => item.kind)).toEqual(["started"]);
    expect(table.sights[0]!.view).toEqual({ said: 0 });
    expect((await table.undo(0)) as object).toMatchObject({ done: false, refusal: { code: "undo" } });
    // What was taken back is not told when the game is opened again.
    table.close();
    const again = sit((await gameOf(table.game.id))!);
    await mine(again);
    expect(again.log.map((item) => item.kind)).toEqual(["started"]);
  });

  it("shows each of several seats what it may know, and no bot's seat is ours", async () => {
    const table = sit(keptGame(["person", "hotseat", "bot"]));
    await mine(table);
    expect(table.sights.map((sight) => sight.viewer)).toEqual([0, 1]);
    await table.play(0, "say 1");
    expect(table.sights[1]!.happened![0]!.events[0]!.params.viewer).toBe(1);
    expect(table.log.at(-1)!.events[0]!.params.viewer).toBe(-1);
    expect(await table.play(2, "say 1")).toMatchObject({ done: false, refusal: { code: "not_your_seat" } });
  });

  it("keeps a choice that waits for its turn", async () => {
    const table = sit(keptGame(["person", "hotseat"]));
    for (const seat of [0, 1, 0, 1]) await table.play(seat, "say 1");
    expect(table.sights[0]!.awaited).toEqual([0, 1]);
    const question = table.sights[0]!.asked;
    await table.play(1, "say 2");
    expect(table.sights[0]!.awaited).toEqual([0]);
    expect(table.sights.map((sight) => sight.asked)).toEqual([question, null]); // another one's choice asks nothing new
    table.close();
    const again = sit((await gameOf(table.game.id))!);
    await vi.waitFor(() => expect(again.sights[1]?.sealed).toBe("say 2"));
    await again.play(0, "say 1");
    expect(again.game.sealed).toEqual([]);
    expect(again.log.at(-1)!.events.map((event) => event.params.move)).toEqual(["say 1", "say 2"]);
  });

  it("goes on when a bot fails, and when the worker does", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const engine = new DoubleEngine();
    engine.failing = true;
    const threads: ReturnType<typeof doubleThread>[] = [];
    const table = new LocalTable(keptGame(["person", "bot"]), undefined, () => {
      threads.push(doubleThread(engine));
      return threads.at(-1)!;
    });
    open.push(table);
    await mine(table);
    await table.play(0, "say 1");
    await mine(table);
    expect(said).toHaveBeenCalled();
    threads[0]!.onerror!.call({} as Worker, new ErrorEvent("error"));
    expect(table.link.state).toBe("lost");
    table.retry();
    await vi.waitFor(() => expect(table.link.state).toBe("live"));
    expect(threads).toHaveLength(2);
    await playOn(table);
  });
});

describe("where nothing can be kept", () => {
  it("says so, plays on, and keeps again when it can", async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const game = keptGame(["person", "bot"]);
    const table = sit(game);
    await mine(table);
    await vi.waitFor(() => expect(table.kept).toBe(false));
    await table.play(0, "say 1");
    await mine(table);
    expect((await gameOf(game.id))!.steps.length).toBe(table.at); // in memory
    expect((await allGames()).some((one) => one.id === game.id)).toBe(true);
    put.mockRestore();
    await table.play(0, "say 1");
    flushSync();
    expect(table.kept).toBe(true);
    await mine(table);
    await forget(game.id);
    expect(await gameOf(game.id)).toBeNull();
  });
});

describe("the moment a bot's move is shown", () => {
  it("tells nothing of what it thought", () => {
    expect(releaseTime("hard", 0, true)).toBe(0);
    expect(releaseTime("easy", 500, false, 0)).toBe(500);
    expect(releaseTime("hard", 500, true, 0)).toBe(1200);
    expect(releaseTime("hard", 500, true, 1)).toBe(1920);
  });
});
