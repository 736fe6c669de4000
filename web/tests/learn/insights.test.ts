/** My finished games: each analysed once and kept; what fails, what is paused, and whose games these are. */
import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import type { Digest } from "../../src/insights/insight";
import type { Gathered } from "../../src/insights/gathering";
import type { KeptGame } from "../../src/local/kept-game";
import type { FinishedGame } from "../../src/club/club";

const finished = (table: string, ended: number, more: Partial<FinishedGame> = {}) =>
  ({
    table,
    game: "portobello",
    ended,
    yours: [1],
    seats: [
      { kind: "bot", name: "Clover", level: "hard" },
      { kind: "person", name: "Ada", level: null },
    ],
    ...more,
  }) as FinishedGame;
const here = (id: string, kind: string, more: Partial<KeptGame> = {}) =>
  ({
    id,
    game: "viaggiatore",
    changed: 5,
    status: "over",
    wish: null,
    log: [{ body: { seats: [{ kind }] } }],
    ...more,
  }) as unknown as KeptGame;

let games: KeptGame[] = [];
let pages: FinishedGame[][] = [];
const analysed: string[] = [];
const asked: object[] = [];
vi.mock("../../src/local/games", () => ({ allGames: async () => games }));
vi.mock("../../src/local/kernels/modules", () => ({ hasEngine: (game: string) => game !== "tiny" }));
vi.mock("../../src/local/analysis", () => ({
  analysing: (record: () => object) => record,
}));
vi.mock("../../src/table/analysed", () => ({
  analysed: async (record: () => { id: string }, tell: (progress: object) => void, gone: () => boolean) => {
    if (gone()) return null;
    const { id } = record();
    if (id === "old") throw new (await import("../../src/table/http")).Refused("bad", "", null);
    analysed.push(id);
    tell({ done: 1, of: 2 });
    return { decisions: [] };
  },
}));
vi.mock("../../src/local/asking", () => ({
  asked: async (_game: string, _name: string, given: { table: string; seat: number }) => {
    asked.push(given);
    return { table: given.table, seat: given.seat, game: "portobello" };
  },
}));
vi.mock("../../src/table/requests", () => ({
  record: async (id: string) => ({ id, ...(id === "lesson" ? { fair: { prepared: 3 } } : {}) }),
  info: async () => ({
    seats: [
      { kind: "bot", name: "Bruno", level: "easy" },
      { kind: "person", name: "Ada" },
    ],
  }),
}));
vi.mock("../../src/table/http", async (original) => ({
  ...(await original<typeof import("../../src/table/http")>()),
  ask: async (path: string) => {
    const from = path === "/me/games" ? 0 : pages.findIndex((page) => path.endsWith(`=${page.at(-1)!.ended}`)) + 1;
    return { games: [], finished: pages[from] ?? [], more: from + 1 < pages.length };
  },
}));

/** A visit to the page: everything in memory is forgotten, what is stored is not. */
async function visit(gone = (_: Gathered) => false): Promise<Gathered> {
  vi.resetModules();
  const { gather } = await import("../../src/insights/gathering");
  let last: Gathered | null = null;
  await gather(
    (now) => (last = now),
    () => last !== null && gone(last),
  );
  return last!;
}
const tables = ({ digests }: Gathered) => digests.map(({ table }: Digest) => table).toSorted();

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  localStorage.setItem("piazzetta.me", "face-1");
  [games, pages] = [[], []];
  analysed.length = asked.length = 0;
});

it("analyses the games of the server and of this device once", async () => {
  games = [here("local-1", "me"), here("local-2", "me", { status: "playing" }), here("local-3", "hotseat")];
  pages = [
    [finished("a", 9), finished("shared", 8, { yours: [0, 1] })],
    [finished("b", 3), finished("c", 2, { game: "tiny" })],
  ];
  const first = await visit();
  expect([tables(first), first.done, first.of, first.failed]).toEqual([["a", "b", "local-1"], 3, 3, 0]);
  expect(analysed).toEqual(["a", "local-1", "b"]); // the latest first
  expect(asked[0]).toMatchObject({ seat: 1, players: ["bot:hard", "person:Ada"], table: "a", time: 9 });
  expect(asked[1]).toMatchObject({ seat: 1, players: ["bot:easy", "person:Ada"], table: "local-1", time: 5 });
  expect(tables(await visit())).toEqual(tables(first));
  expect(analysed).toHaveLength(3);
});

it("leaves out lessons and what cannot be analysed", async () => {
  pages = [[finished("old", 9), finished("lesson", 8), finished("a", 7)]];
  const found = await visit();
  expect([tables(found), found.done, found.of, found.failed]).toEqual([["a"], 3, 3, 1]);
});

it("goes on after a pause", async () => {
  pages = [[finished("a", 9), finished("b", 8)]];
  expect(tables(await visit(({ digests }) => digests.length === 1))).toEqual(["a"]);
  expect(tables(await visit())).toEqual(["a", "b"]);
  expect(analysed).toEqual(["a", "b"]);
});

it("forgets the profile's games on signing out, and shows a profile nothing of a guest", async () => {
  games = [here("local-1", "me")];
  pages = [[finished("a", 9), finished("b", 8)]];
  await visit();
  localStorage.setItem("piazzetta.seats", JSON.stringify({ b: [] }));
  localStorage.setItem("piazzetta.guest", "b");
  pages = [];
  expect(tables(await visit())).toEqual(["a", "local-1"]);
  const { dropOwnDigests, forgetDigest, keptDigests } = await import("../../src/insights/digests");
  await dropOwnDigests();
  localStorage.removeItem("piazzetta.me");
  expect([...(await keptDigests()).keys()].toSorted()).toEqual(["b", "local-1"]);
  await forgetDigest("local-1");
  expect([...(await keptDigests()).keys()]).toEqual(["b"]);
});
