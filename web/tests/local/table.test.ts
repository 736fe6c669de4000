import "fake-indexeddb/auto";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { allGames, forget, gameOf } from "../../src/local/games";
import type { KeptGame } from "../../src/local/kept-game";
import { Searcher } from "../../src/local/host/searcher";
import { LocalTable } from "../../src/local/local.svelte";
import { hostThread, keptGame } from "./threads";

vi.setConfig({ testTimeout: 60_000 }); // a busy machine plays slowly
const open: LocalTable[] = [];

function sit(game: KeptGame): LocalTable {
  const table = new LocalTable(game, undefined, hostThread);
  open.push(table);
  return table;
}

const awaited = (table: LocalTable) => table.sights[0]?.awaited ?? [];
const mine = (table: LocalTable, seat = 0) => vi.waitFor(() => expect(awaited(table)).toContain(seat), 30_000);
/** Waits until only the person can act: where all bid at once, a bot may still be choosing. */
const quiet = (table: LocalTable, seat = 0) => vi.waitFor(() => expect(awaited(table)).toEqual([seat]), 30_000);
const choices = (table: LocalTable, seat: number) =>
  table.sights.find(({ viewer }) => viewer === seat)!.legal.map(({ move }) => move);

/** The first choice of our first seat to move, or a preferred one if it is available. */
async function playOne(table: LocalTable, wanted = ""): Promise<void> {
  const seat = table.yours.find((one) => awaited(table).includes(one))!;
  const moves = choices(table, seat);
  expect(await table.play(seat, moves.includes(wanted) ? wanted : moves[0]!)).toEqual({ done: true });
}

async function playOn(table: LocalTable): Promise<void> {
  while (!table.over) {
    if (table.yours.some((seat) => awaited(table).includes(seat))) await playOne(table);
    else await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

beforeEach(() => localStorage.setItem("piazzetta.pace", "0"));
afterEach(() => {
  for (const table of open.splice(0)) table.close();
  vi.restoreAllMocks();
});

describe("a table of this device", () => {
  it("is played to its end against bots, and kept", async () => {
    const game = keptGame(["me", "random", "random"]);
    const table = sit(game);
    await mine(table);
    expect(table.info).toMatchObject({ id: game.id, status: "playing", options: { chat: false }, rematch: null });
    expect(table.info!.commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(table.yours).toEqual([0]);
    await playOn(table);
    expect(table.info?.status).toBe("over");
    await vi.waitFor(async () => expect((await gameOf(game.id))?.status).toBe("over"), 30_000);
    const { wish, log } = (await gameOf(game.id))!;
    expect([wish, log[0]!.kind, log[1]!.kind]).toEqual([null, "created", "started"]);
    expect(log).toHaveLength(table.at);
  });

  it("is resumed as it was left", async () => {
    const game = keptGame(["me", "random"]);
    const first = sit(game);
    await mine(first);
    await playOne(first);
    await quiet(first);
    await vi.waitFor(async () => expect((await gameOf(game.id))?.log).toHaveLength(first.at), 30_000);
    first.close();
    const again = sit((await gameOf(game.id))!);
    await quiet(again);
    expect(again.log).toEqual(first.log);
    expect(again.sights).toEqual(first.sights);
    expect(again.at).toBe(first.at);
    await playOn(again);
  });

  it("refuses with the rules' reason, and takes back", async () => {
    const table = sit(keptGame(["me", "hotseat"], { game: "portobello", wish: market }));
    await vi.waitFor(() => expect(awaited(table)).toHaveLength(1), 30_000);
    const seat = awaited(table)[0]!;
    const answer = await table.play(seat, "end");
    expect(answer).toMatchObject({ done: false, refusal: { code: "illegal", clause: expect.any(String) as string } });
    expect(await table.why("end", seat)).toEqual((answer as { refusal: object }).refusal);
    expect(await table.why(choices(table, seat)[0]!, seat)).toBeNull();
    expect((await table.hint(seat))!.moves[0]).toHaveProperty("reasons");
    expect(await table.say()).toMatchObject({ done: false, refusal: { code: "off" } });
    while (table.sights[0]!.undo !== null && table.sights[1]!.undo !== null) await playOne(table, "tile 4");
    const before = table.log.map((item) => item.kind);
    const undoing = table.sights.find(({ undo }) => undo === null)!.viewer;
    expect(await table.undo(undoing)).toEqual({ done: true });
    expect(table.log.map((item) => item.kind)).toEqual(before.slice(0, -1));
    expect(await table.undo(1 - undoing)).toMatchObject({ done: false, refusal: { code: "undo" } });
    // Undone moves do not reappear when the game is reopened.
    table.close();
    const again = sit((await gameOf(table.game.id))!);
    await vi.waitFor(() => expect(again.log).toEqual(table.log), 30_000);
  });

  it("shows each of several seats what it may know, and no bot's seat is ours", async () => {
    const table = sit(keptGame(["me", "hotseat", "random"]));
    await vi.waitFor(() => expect(table.sights).toHaveLength(2), 30_000);
    expect(table.sights.map((sight) => sight.viewer)).toEqual([0, 1]);
    expect(table.sights[0]!.view).not.toEqual(table.sights[1]!.view);
    expect(await table.play(2, "pass")).toMatchObject({ done: false, refusal: { code: "not_your_seat" } });
  });

  it("keeps a choice that waits for its turn", async () => {
    const table = sit(keptGame(["me", "hotseat"]));
    await vi.waitFor(() => expect(awaited(table)).not.toHaveLength(0), 30_000);
    while (awaited(table).length < 2) await playOne(table, "auction");
    const last = awaited(table)[1]!;
    const question = table.sights[1 - last]!.asked;
    const bid = choices(table, last)[0]!;
    await table.play(last, bid);
    expect(awaited(table)).toEqual([1 - last]);
    expect(table.sights[1 - last]!.asked).toBe(question); // another seat's choice asks nothing new
    table.close();
    const again = sit((await gameOf(table.game.id))!);
    await vi.waitFor(() => expect(again.sights[last]?.sealed).toBe(bid), 30_000);
    await playOne(again);
    expect(again.sights[last]!.sealed).toBeNull();
  });

  it("goes on when a bot fails, and when the worker does", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(Searcher.prototype, "search").mockImplementation(() => {
      throw new Error("the bot fails on purpose");
    });
    const threads: ReturnType<typeof hostThread>[] = [];
    const table = new LocalTable(keptGame(["me", "easy"]), undefined, () => {
      threads.push(hostThread());
      return threads.at(-1)!;
    });
    open.push(table);
    await mine(table);
    await vi.waitFor(async () => {
      if (awaited(table).includes(0)) await playOne(table);
      expect(said).toHaveBeenCalled();
    }, 30_000);
    await mine(table);
    threads[0]!.onerror!.call({} as Worker, new ErrorEvent("error"));
    expect(table.link.state).toBe("lost");
    table.retry();
    await vi.waitFor(() => expect(table.link.state).toBe("live"), 30_000);
    expect(threads).toHaveLength(2);
    await playOn(table);
  });
});

const market: KeptGame["wish"] = {
  game: "portobello",
  seats: [{ kind: "me" }, { kind: "hotseat" }],
  options: { chat: false },
};

describe("where nothing can be kept", () => {
  it("says so, plays on, and keeps again when it can", async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const game = keptGame(["me", "random"]);
    const table = sit(game);
    await mine(table);
    await vi.waitFor(() => expect(table.kept).toBe(false), 30_000);
    await playOne(table);
    await mine(table);
    expect((await gameOf(game.id))!.log.length).toBe(table.at); // in memory
    expect((await allGames()).some((one) => one.id === game.id)).toBe(true);
    put.mockRestore();
    await playOne(table);
    flushSync();
    expect(table.kept).toBe(true);
    await mine(table);
    await forget(game.id);
    expect(await gameOf(game.id)).toBeNull();
  });
});
