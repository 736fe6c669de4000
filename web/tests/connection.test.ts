/** A connection that dies without a word: noticed in time, made anew, and nothing is lost or done twice. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection, type Message } from "../src/table/connection";
import type { Link } from "../src/table/table";

/** A socket whose packets arrive, or do not. */
class Socket {
  static all: Socket[] = [];
  static reachable = true;
  readyState = 0;
  sent: Message[] = [];
  /** Which directions work. */
  there = true;
  back = true;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    Socket.all.push(this);
    if (Socket.reachable) setTimeout(() => this.open(), 50);
  }
  private open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  send(text: string): void {
    const message = JSON.parse(text) as Message;
    this.sent.push(message);
    if (!this.there) return;
    if (message.type === "hello") this.say({ type: "welcome" });
    else if (message.type !== "silent") this.say({ type: "done", id: message.id });
  }
  say(message: Message): void {
    if (this.back) setTimeout(() => this.onmessage?.({ data: JSON.stringify(message) }), 50);
  }
  close(): void {
    this.readyState = 2; // a dead one hears nothing of its end
  }
}

const newest = () => Socket.all.at(-1)!;
const links: Link[] = [];
const heard: Message[] = [];
let connection: Connection;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  Socket.reachable = true;
  links.length = heard.length = 0;
  connection = new Connection("ws://table", {
    hello: () => ({ seats: [] }),
    hear: (message) => heard.push(message),
    tell: (link) => links.push(link),
  });
  await vi.advanceTimersByTimeAsync(200);
  expect(links).toEqual([{ state: "live" }]);
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const state = () => links.at(-1)!.state;

it("asks for a sign of life, as the protocol has it, and stays while there is one", async () => {
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(Socket.all).toHaveLength(1);
  const pings = newest().sent.filter(({ type }) => type === "ping");
  expect(pings.length).toBeGreaterThan(50);
  expect(new Set(pings.map(({ id }) => id)).size).toBe(pings.length);
  expect(state()).toBe("live");
});

it.each([
  ["both directions", { there: false, back: false }],
  ["what we send", { there: false }],
  ["what we are sent", { back: false }],
])("notices within 25 seconds that %s are lost, and connects again", async (_, cut) => {
  Object.assign(newest(), cut);
  const talking = setInterval(() => Socket.all[0]!.say({ type: "chat" }), 1000); // others move on
  await vi.advanceTimersByTimeAsync(25_000);
  clearInterval(talking);
  expect(links.map((link) => link.state)).toEqual(["live", "lost", "live"]);
  expect(Socket.all).toHaveLength(2);
});

it("sends again what was not answered, under the same id, and answers once", async () => {
  const dead = newest();
  dead.back = false;
  const answers: Message[] = [];
  for (const move of ["a", "b"]) void connection.ask({ type: "play", move, at: 7 }).then((one) => answers.push(one));
  expect(dead.sent.filter(({ type }) => type === "play")).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(25_000);
  const again = newest().sent.filter(({ type }) => type === "play");
  expect(again).toEqual(dead.sent.filter(({ type }) => type === "play"));
  expect(answers.map(({ type, id }) => [type, id])).toEqual(again.map(({ id }) => ["done", id]));
  dead.back = true;
  dead.say({ type: "done", id: again[0]!.id });
  dead.say({ type: "chat" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveLength(2);
  expect(heard.filter(({ type }) => type === "chat")).toEqual([]); // the dead one is not listened to any more
  expect(newest().sent.filter(({ type }) => type === "play")).toHaveLength(2);
});

it.each([
  ["online", () => window],
  ["offline", () => window],
  ["pageshow", () => window],
  ["visibilitychange", () => document],
  ["resume", () => document],
])("looks at once when there is a sign that it may have died: %s", async (name, target) => {
  Object.assign(newest(), { there: false, back: false });
  target().dispatchEvent(new Event(name));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(state()).toBe("lost");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state()).toBe("live");
});

it("is not put off by an answer that was on its way when the line died", async () => {
  connection.send({ type: "look" });
  Object.assign(newest(), { there: false, back: false });
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(state()).toBe("lost");
});

it("looks at once when the device changes its network", async () => {
  const network = new EventTarget();
  vi.stubGlobal("navigator", { connection: network });
  const other = new Connection("ws://table", { hello: () => ({}), hear: () => {}, tell: (link) => links.push(link) });
  await vi.advanceTimersByTimeAsync(200);
  Object.assign(newest(), { there: false, back: false });
  network.dispatchEvent(new Event("change"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(state()).toBe("lost");
  other.close();
});

it("says that it is lost until the table is back, also while it tries", async () => {
  Socket.reachable = false;
  Object.assign(newest(), { there: false, back: false });
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(new Set(links.slice(1).map((link) => link.state))).toEqual(new Set(["lost"]));
  expect(Socket.all.length).toBeGreaterThan(5);
  expect((await connection.ask({ type: "play" })).code).toBe("lost");
  await vi.advanceTimersByTimeAsync(40_000);
  Socket.reachable = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state()).toBe("live");
});

it("connects at once when the network is back", async () => {
  Socket.reachable = false;
  newest().onclose!({ code: 1006 });
  await vi.advanceTimersByTimeAsync(100_000);
  while (newest().readyState !== 2) await vi.advanceTimersByTimeAsync(1_000); // between two attempts
  Socket.reachable = true;
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(200);
  expect(state()).toBe("live");
});

it("ends for good where the server has said so, and answers what was asked", async () => {
  newest().back = false;
  const answer = connection.ask({ type: "play" });
  newest().onclose!({ code: 4401 });
  expect(links.at(-1)).toEqual({ state: "closed", why: "not_your_seat" });
  expect((await answer).code).toBe("lost");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(Socket.all).toHaveLength(1);
});
