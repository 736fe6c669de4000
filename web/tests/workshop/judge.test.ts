import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { Channel, type Part } from "../../src/local/channel";
import { Judge, timeLeft } from "../../src/workshop/judge/judge.svelte";
import { newVersion, type Players } from "../../src/workshop/judge/players";
import { hostThread } from "../local/threads";

const nobody = () => ({ wanting: [], since: () => {}, rest: () => {} }) as unknown as Players;

it("knows when to look again", () => {
  expect(timeLeft(0.06, 0.03, 250)).toBeCloseTo(750); // half the interval takes four times the games
  expect(timeLeft(0.03, 0.03, 900)).toBeCloseTo(0);
});

it("traces points to their sources when wins are known to ± 3 %, not before", () => {
  const judge = new Judge(nobody(), {} as Channel, 2);
  judge.look({ file: {}, differences: [], plays: "a map", totals: null });
  const jobs = Array.from({ length: 80 }, () => judge.next(16)!.games);
  expect(jobs.map(({ first }) => first)).toEqual(
    jobs.map((_, place) => jobs.slice(0, place).reduce((sum, { count }) => sum + count, 0)),
  );
  const sourced = jobs.filter((games) => games.sourced);
  expect(sourced[0]!.first).toBeGreaterThan((1.96 / 0.03) ** 2 / 4); // an even share needs the most games
  expect(sourced.reduce((sum, { count }) => sum + count, 0)).toBe(50);
});

it("counts the games of another version at once, however seldom it looked at the one before", async () => {
  vi.useFakeTimers();
  const wide = { games: 900, wins: [[0.5, 0.485, 0.515] as const, [0.5, 0.485, 0.515] as const] };
  const asked: number[] = [];
  const clerk = {
    ask: (_: string, { version }: { version: { id: number } }) => {
      asked.push(version.id);
      return Promise.resolve(wide);
    },
  } as unknown as Channel;
  const judge = new Judge(nobody(), clerk, 2);
  const play = async (plays: string, milliseconds: number) => {
    judge.look({ file: {}, differences: [], plays, totals: null });
    await vi.advanceTimersByTimeAsync(milliseconds);
    judge.next(16)!.done({} as Part);
    await vi.advanceTimersByTimeAsync(1);
  };
  await play("a map", 4000);
  judge.next(16)!.done({} as Part);
  await vi.advanceTimersByTimeAsync(100); // not looked at yet
  expect(asked).toHaveLength(1);
  await play("another map", 10);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toBeGreaterThan(asked[0]!);
  vi.useRealTimers();
});

it("puts away games of an earlier version that are not begun", async () => {
  const player = new Channel("viaggiatore", hostThread());
  const deck: unknown = JSON.parse(
    readFileSync(`${import.meta.dirname}/../../../src/piazzetta/data/viaggiatore-deck.json`, "utf8"),
  );
  const ask = (version: ReturnType<typeof newVersion>) =>
    player.ask("games", { version, first: 0, count: 1, sourced: false, trial: null });
  const [before, after] = [newVersion(deck, 2, 1), newVersion(deck, 2, 1)];
  const begun = ask(before);
  const played = begun.then(() => Promise.all([ask(before), player.ask("since", { id: after.id }), ask(after)]));
  expect((await begun)!.points).toHaveLength(1);
  expect(await played).toEqual([null, null, await begun]);
});
