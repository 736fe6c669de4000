// Games that an earlier version stored as records can be opened, continued and verified as tables with logs.
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import lesson from "../../../src/piazzetta/data/tours/viaggiatore.json";
import { Channel } from "../../src/local/channel";
import { allGames, gameOf } from "../../src/local/games";
import type { GameBefore, KeptGame } from "../../src/local/kept-game";
import { LocalTable } from "../../src/local/local.svelte";
import { hostThread, keptGame } from "./threads";

vi.setConfig({ testTimeout: 60_000 }); // a busy machine plays slowly
const open: LocalTable[] = [];
beforeEach(() => localStorage.setItem("piazzetta.pace", "0"));
afterEach(() => open.splice(0).forEach((table) => table.close()));

async function sit(game: KeptGame): Promise<LocalTable> {
  const table = new LocalTable(game, undefined, hostThread);
  open.push(table);
  await vi.waitFor(() => expect(table.sights).not.toHaveLength(0), 30_000);
  return table;
}

/** As the previous version stored it in the browser. */
async function keptBefore(game: KeptGame, record: object, more: Partial<GameBefore> = {}): Promise<KeptGame> {
  const kept: GameBefore & { steps: unknown[] } = {
    id: `${game.id}-before`,
    game: game.game,
    players: 2,
    starter: 0,
    edition: null,
    rules: { target: 1 },
    seats: [
      { kind: "person", name: "Ada", level: null },
      { kind: "hotseat", name: null, level: null },
    ],
    seed: game.seed,
    seal: "",
    created: 1,
    changed: 2,
    status: "playing",
    record,
    steps: [],
    sealed: [],
    rematch: null,
    ...more,
  };
  await allGames(); // creates the store
  await (await openDB("piazzetta", 1)).put("games", kept);
  return (await gameOf(kept.id))!;
}

const recordOf = (kept: KeptGame) =>
  new Channel(kept.game, hostThread()).ask("record", { kept }) as Promise<Record<string, unknown>>;

it("goes on where it stood, with choices that wait for their turn", async () => {
  const table = await sit(keptGame(["me", "hotseat"]));
  while (table.sights[0]!.awaited.length < 2) {
    const seat = table.sights[0]!.awaited[0]!;
    const moves = table.sights[seat]!.legal.map(({ move }) => move);
    await table.play(seat, moves.includes("auction") ? "auction" : moves[0]!);
  }
  const last = table.sights[0]!.awaited[1]!;
  const bid = table.sights[last]!.legal[0]!.move;
  const { names: _, ...record } = await recordOf(table.game);
  await table.play(last, bid);

  const kept = await keptBefore(table.game, record, { sealed: [[last, bid]] });
  expect(kept).toMatchObject({ names: ["Ada"], status: "playing", log: [] });
  const again = await sit(kept);
  expect(again.info!.seats.map(({ kind, name }) => [kind, name])).toEqual([
    ["person", "Ada"],
    ["hotseat", null],
  ]);
  expect(again.info!.commitment).toBe(table.info!.commitment);
  expect(again.sights[last]!.sealed).toBe(bid);
  expect(again.sights.map(({ view }) => view)).toEqual(table.sights.map(({ view }) => view));
  const other = 1 - last;
  const move = again.sights[other]!.legal[0]!.move;
  await Promise.all([again.play(other, move), table.play(other, move)]);
  expect(again.sights.map(({ view }) => view)).toEqual(table.sights.map(({ view }) => view)); // the same draws follow
  const written = await vi.waitFor(async () => {
    const now = (await gameOf(kept.id))!;
    expect(now.log).toHaveLength(again.at);
    return now;
  }, 30_000);
  expect(written.before).toBeUndefined();
  expect(await recordOf(written)).toMatchObject({ fair: record.fair });
});

it("a finished one is replayed, and its draws are checked", async () => {
  const table = await sit(keptGame(["random", "random"]));
  await vi.waitFor(() => expect(table.over).toBe(true), 30_000);
  const { names: _, ...record } = await recordOf(table.game);
  const kept = await keptBefore(table.game, record, { status: "over" });
  const channel = new Channel(kept.game, hostThread());
  expect(await channel.ask("info", { kept })).toMatchObject({ status: "over" });
  const commitment = table.info!.commitment!;
  expect(await channel.ask("fair", { record, commitment, contributions: [] })).toBe(true);
  expect(await channel.ask("fair", { record, commitment: "00".repeat(32), contributions: [] })).toBe(false);
  expect(await channel.ask("fair", { record, commitment, contributions: ["mine"] })).toBe(false);
  const frames = await channel.ask("replay", { kept, viewer: -2 });
  expect(frames.result).toEqual(record.result);
  const logs = await channel.ask("rematch", { kept, id: "local-next", seed: "77".repeat(32) });
  expect(logs.next[0]!.body).toMatchObject({ starter: 1 });
  expect(logs.here.map(({ kind }) => kind)).toEqual([
    "created",
    "started",
    ...logs.here.slice(2, -1).map(() => "play"),
    "rematch",
  ]);
});

it("a lesson keeps what was laid out for it", async () => {
  const game = keptGame(["me", "random", "random"]);
  const draws = lesson.dealt.flat().length + lesson.moves.filter(([seat]) => Number(seat) < 0).length;
  const table = await sit(game);
  const { seed, commitment } = (await recordOf(table.game)).fair as { seed: string; commitment: string };
  const { players, starter, edition } = lesson;
  const kept = await keptBefore(
    game,
    { ...lesson, fair: { commitment, seed, contributions: [null, null, null], prepared: draws } },
    {
      players,
      starter,
      edition,
      rules: lesson.rules as unknown as GameBefore["rules"],
      seats: [0, 1, 2].map((seat) => ({ kind: seat ? "bot" : "person", name: null, level: seat ? "random" : null })),
    },
  );
  const again = await sit(kept);
  expect(again.sights[0]!.awaited).toEqual([0]);
  expect(await recordOf(again.game)).toMatchObject({ fair: { prepared: draws } });
});
