// What sounds when: from a table's updates and a game's descriptor, with a recorder instead of an audio context.
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { LookBack } from "../src/table/look-back.svelte";
import { RemoteTable } from "../src/table/remote.svelte";
import { sounds as portobello } from "../src/games/portobello/sounds";
import { sounds as viaggiatore } from "../src/games/viaggiatore/sounds";
import type { Happening, Sight, Table, Update } from "../src/table/table";
import type { Sounds, TableSounds } from "../src/shell/sound/table-sounds";

const heard: string[] = [];
let settings: typeof import("../src/shell/bar/settings.svelte");
let make: typeof import("../src/shell/sound/table-sounds");

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
  settings = await import("../src/shell/bar/settings.svelte");
  make = await import("../src/shell/sound/table-sounds");
  const { playOn } = await import("../src/shell/sound/sound");
  playOn({ ready: () => {}, play: (sound) => heard.push(sound) });
});
beforeEach(() => {
  heard.length = 0;
  settings.setSoundLevel("all");
});

const sight = (asked: number | null): Sight =>
  ({ viewer: 0, mover: 0, awaited: [], undo: null, view: {}, legal: [], asked }) as Sight;
const happening = (...keys: string[]): Happening =>
  ({ at: 1, seat: 1, kind: "play", events: keys.map((key) => ({ key, params: {} })) }) as unknown as Happening;
const MINE = [sight(7)];
const THEIRS = [sight(null)];

function at(sounds: Sounds): TableSounds {
  return Object.assign(new make.TableSounds(), { sounds });
}
async function tell(table: TableSounds, update: Partial<Update>, before: Sight[] = THEIRS): Promise<string[]> {
  table.hear({ at: 1, happened: [], sights: THEIRS, over: false, ...update }, before);
  await Promise.resolve();
  return heard.splice(0);
}

it("calls my turn in any game, once, and only when it begins", async () => {
  const table = at({});
  expect(await tell(table, { happened: [happening("anything")] })).toEqual([]);
  expect(await tell(table, { happened: [happening("anything")], sights: MINE })).toEqual(["turn"]);
  expect(await tell(table, { happened: [happening("mine")], sights: MINE }, MINE), "the next step of it").toEqual([]);
  expect(await tell(table, { sights: MINE }, []), "a table that is opened").toEqual([]);
  const undo = { ...happening(), kind: "undo" } as Happening;
  expect(await tell(table, { happened: [undo], sights: MINE }), "my own undo").toEqual([]);
  expect(await tell(table, { sights: MINE, over: true }), "the game is over").toEqual([]);
});

it("calls somebody to a game that begins, if other people play in it", async () => {
  const waiting = [{ ...sight(null), view: null }];
  const begun = { happened: [happening("turn")], sights: MINE };
  expect(await tell(new make.TableSounds(() => true), begun, waiting)).toEqual(["turn"]);
  expect(await tell(new make.TableSounds(() => false), begun, waiting), "against bots").toEqual([]);
});

it("plays what a game's descriptor names, the most important of an update", async () => {
  expect(await tell(at(portobello), { happened: [happening("built")] })).toEqual(["knock"]);
  expect(await tell(at(portobello), { happened: [happening("client_placed")] })).toEqual(["step"]);
  expect(await tell(at(portobello), { happened: [happening("built", "alley_scored")] })).toEqual(["bell"]);
  expect(await tell(at(viaggiatore), { happened: [happening("bid_laid", "auction_revealed")] })).toEqual(["flip"]);
  expect(await tell(at(viaggiatore), { happened: [happening("shop")], sights: MINE })).toEqual(["bell", "turn"]);
  expect(await tell(at(portobello), { happened: [happening("turn_ended")] })).toEqual([]);
});

it("is silent about a backlog, and calls my turn once after it", async () => {
  const happened = [happening("built"), happening("built", "alley_scored")];
  expect(await tell(at(portobello), { happened, backlog: true })).toEqual([]);
  expect(await tell(at(portobello), { happened, backlog: true, sights: MINE })).toEqual(["turn"]);
});

it("obeys the one switch", async () => {
  const loud = { happened: [happening("shop")], sights: MINE };
  settings.setSoundLevel("turn");
  expect(await tell(at(viaggiatore), loud)).toEqual(["turn"]);
  settings.setSoundLevel("off");
  expect(await tell(at(viaggiatore), loud)).toEqual([]);
  expect(localStorage.getItem("piazzetta.sound")).toBe("off");
});

it("waits until a paced screen has shown what led to my turn, unless nobody looks", async () => {
  let ready = false;
  const table = at(portobello);
  table.pace(() => ready);
  const update = { happened: [happening("built")], sights: MINE };
  expect(await tell(table, update), "the screen says itself what it shows").toEqual([]);
  table.shown([{ key: "built", params: {} }]);
  ready = true;
  table.call();
  table.call();
  expect(heard.splice(0)).toEqual(["knock", "turn"]);

  ready = false;
  await tell(table, update);
  await tell(table, { happened: [happening("turn_ended")] }, MINE);
  ready = true;
  table.call();
  expect(heard, "it is over before it was shown").toEqual([]);

  ready = false;
  const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  expect(await tell(table, update)).toEqual(["turn"]);
  seen.mockRestore();
});

it("does not call again when somebody who looked back returns", async () => {
  const live = { sights: MINE, at: 3, over: false, lesson: null, onUpdate: () => () => {} } as unknown as Table;
  const table = new LookBack("T", live);
  const sounds = at({});
  table.onUpdate(sounds.hear);
  table.past = { sights: THEIRS } as unknown as NonNullable<LookBack["past"]>;
  table.now();
  await Promise.resolve();
  expect(heard).toEqual([]);
});

it("knows the first update of each connection to a server as a backlog", () => {
  const sockets: Socket[] = [];
  class Socket {
    onmessage?: (event: { data: string }) => void;
    constructor() {
      sockets.push(this);
    }
    send(): void {}
    close(): void {}
  }
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  const table = new RemoteTable("ws://there", []);
  const told: boolean[] = [];
  table.onUpdate(({ backlog }) => told.push(Boolean(backlog)));
  const say = (message: object) => sockets.at(-1)!.onmessage!({ data: JSON.stringify(message) });
  const card = { id: "T", options: {}, seats: [] };
  const update = { type: "update", at: 1, happened: [], sights: [], over: false };
  for (let connection = 0; connection < 2; connection++) {
    say({ type: "welcome", table: card, yours: [], keys: [] });
    say(update);
    say(update);
    table.retry();
  }
  expect(told).toEqual([true, false, true, false]);
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
