// What a game on this device offers after its end.
import "fake-indexeddb/auto";
import { expect, it, vi } from "vitest";
import { gameOf } from "../../src/local/games";
import * as here from "../../src/local/requests";
import { fairly } from "../../src/table/requests";
import type { FairRecord } from "../../src/table/http";
import { keepSeat, type SeatToken } from "../../src/table/keys";

vi.mock("../../src/local/channel", async (original) => {
  const { hostThread } = await import("./threads");
  return { ...(await original<object>()), newThread: hostThread };
});
vi.setConfig({ testTimeout: 60_000 }); // a busy machine plays slowly

function begun(): Promise<string> {
  localStorage.setItem("piazzetta.pace", "0");
  const seats = [0, 1].map(() => ({ kind: "bot" as const, level: "random" }));
  return here.make({ game: "viaggiatore", rules: { target: 1 }, seats }, "a market");
}

async function finished(id: string) {
  const table = await here.open(id);
  await vi.waitFor(() => expect(table.over).toBe(true), 50_000);
  await vi.waitFor(async () => expect((await gameOf(id))?.log).toHaveLength(table.at), 30_000);
  table.close();
  return table;
}

it("is compared with what a player kept, whatever the server says later", async () => {
  const id = await begun();
  const table = await finished(id);
  const record = await here.record(id);
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json(record)),
  );
  const commitment = table.info!.commitment!;
  const found = async (kept: Partial<SeatToken>) => {
    keepSeat("abc", { seat: 0, token: "secret", ...kept });
    return (await fairly("abc", commitment)).fair;
  };
  expect(await found({ contribution: null, commitment })).toBe(true);
  expect(await found({ contribution: null, commitment: "00".repeat(32) })).toBe(false);
  expect(await found({ contribution: "mine", commitment })).toBe(false);
  vi.unstubAllGlobals();
});

it("is shown, checked, and played again", async () => {
  const id = await begun();
  await expect(here.rematch(id)).rejects.toMatchObject({ code: "not_over" });
  const table = await finished(id);

  expect(await here.info(id)).toMatchObject({ status: "over", seats: [{ kind: "bot" }, { kind: "bot" }] });
  const record = (await here.record(id)) as FairRecord & { result?: unknown };
  expect(await fairly(id, table.info!.commitment!)).toEqual({ fair: true, prepared: 0 });
  expect((await here.replay(id, -2)).result).toEqual(record.result);
  expect((await here.replayRecord(record, 0)).frames.length).toBeGreaterThan(10);
  await expect(here.replayRecord({ ...record, moves: [] }, 0)).rejects.toMatchObject({ code: "bad" });
  await expect(here.replayRecord({}, 0)).rejects.toMatchObject({ code: "bad" });

  const next = await here.rematch(id);
  expect((await gameOf(next))!.log[0]!.body).toMatchObject({ starter: 1, game: "viaggiatore" });
  expect(await here.rematch(id)).toBe(next);
  const same = (await gameOf(await here.sameAgain(id)))!;
  expect(same).toMatchObject({ seed: (await gameOf(id))!.seed, status: "playing", log: [{ kind: "created" }] });
});
