import "fake-indexeddb/auto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { seedOf, newId, newSeed } from "../../src/local/chance";
import { allGames, gameOf } from "../../src/local/games";
import * as house from "../../src/table/requests";
import * as http from "../../src/table/http";
import { KEPT, serverThere } from "../../src/table/reach.svelte";
import { to } from "../../src/shell/route.svelte";

const WISH: http.NewTable = {
  game: "portobello",
  edition: "it",
  rules: { lord: "free" },
  seats: [
    { kind: "me", name: "Ada" },
    { kind: "bot", level: "easy", name: "Penny" },
  ],
};
const sources = import.meta.glob<string>("../../src/**/*.svelte", { eager: true, query: "?raw", import: "default" });

const answers = (make: () => Response | Promise<Response>) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => make()),
  );
afterEach(() => void vi.unstubAllGlobals());

describe("seeds", () => {
  it("are drawn, taken as they are, or made of words", () => {
    expect(newSeed()).toMatch(/^[0-9a-f]{64}$/);
    expect(newSeed()).not.toBe(newSeed());
    expect(newId()).toMatch(/^local-[a-z2-9]{12}$/);
    expect(seedOf(` ${"AB".repeat(32)} `)).toBe("ab".repeat(32));
    expect(seedOf("a market")).toBe(seedOf("a market "));
    expect(seedOf("")).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("a new table", () => {
  it("stands at the server while there is one", async () => {
    answers(() => Response.json({ table: "abc", links: {}, tokens: {} }));
    expect((await house.make(WISH)).table).toBe("abc");
    expect(serverThere()).toBe(true);
  });

  it.each([
    ["nobody answers", () => Promise.reject(new TypeError("failed to fetch"))],
    [
      "a proxy answers for it",
      () => new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } }),
    ],
  ])("stands on this device when %s", async (_, make) => {
    answers(make);
    const { table, links } = await house.make(WISH, "a market");
    expect(links).toEqual({});
    expect(serverThere()).toBe(false);
    const game = (await gameOf(table))!;
    expect(game).toMatchObject({
      game: "portobello",
      names: ["Ada", "Penny"],
      edition: "it",
      log: [],
      seed: seedOf("a market"),
      wish: { rules: { lord: "free" }, seats: WISH.seats, options: { chat: false } },
    });
    expect((await allGames()).map((one) => one.id)).toContain(table);
  });

  it("for friends who come by a link needs a server", async () => {
    answers(() => Response.json({ games: [] }));
    await http.games();
    answers(() => Promise.reject(new TypeError("failed to fetch")));
    await expect(house.make({ ...WISH, seats: [{ kind: "me" }, { kind: "open" }] })).rejects.toThrow();
  });

  it("knows a kept answer from the server's own", async () => {
    answers(() => Response.json({ games: [] }, { headers: { [KEPT]: "yes" } }));
    expect(await http.games()).toEqual([]);
    expect(serverThere()).toBe(false);
    answers(() => Response.json({ games: [] }));
    await http.games();
    expect(serverThere()).toBe(true);
  });

  it("is refused with the server's sentence", async () => {
    answers(() => Response.json({ code: "full", sentence: "full.", clause: null }, { status: 503 }));
    await expect(house.make(WISH)).rejects.toMatchObject({ code: "full" });
    expect(serverThere()).toBe(true);
  });
});

it("every link within the page works on a static host, too", () => {
  expect(to("/t/x")).toBe("/t/x");
  const plain = Object.entries(sources).filter(([, source]) => /href="\/(?!api\/)|href=\{`\/(?!api\/)/.test(source));
  expect(plain.map(([path]) => path)).toEqual([]);
});
