import { expect, it } from "vitest";
import { analysing } from "../../src/local/analysis";
import { Channel } from "../../src/local/channel";
import { hostThread, keptGame } from "./threads";

/** The record of a game with nothing but the deal. */
const begun = () => new Channel("viaggiatore", hostThread()).ask("record", { kept: keptGame(["random", "random"]) });

it("analyses a game until every decision has been judged", async () => {
  const record = (await begun()) as object as { moves: unknown[] };
  let asked = 0;
  const ask = analysing(() => (asked++, record), hostThread);
  const whole = await ask();
  expect(whole).toMatchObject({ analysis: { game: "viaggiatore", players: 2, moves: record.moves.length } });
  expect(whole.done).toBe(whole.of);
  expect(await ask()).toBe(whole);
  expect(asked).toBe(1);
});

it("says why a record cannot be analysed, and begins anew when asked again", async () => {
  const record = await begun();
  const given: unknown[] = [{ game: "viaggiatore" }, record];
  const ask = analysing(() => given.shift(), hostThread);
  await expect(ask()).rejects.toThrow("format is missing");
  expect((await ask()).done).toBe(1);
});

it("leaves a digest of each seat, and sums digests up", async () => {
  const record = (await begun()) as object;
  const { analysis } = await analysing(() => record, hostThread)();
  const channel = new Channel("viaggiatore", hostThread());
  const played = { record, analysis: analysis!, seat: 0, players: ["person:Ada", "bot:hard"], table: "t", time: 1 };
  const digest = await channel.ask("digest", played);
  expect(digest).toMatchObject({ table: "t", game: "viaggiatore", seat: 0, opponents: ["bot:hard"], choices: [] });
  const [found] = await channel.ask("insights", { digests: [digest] });
  expect(found).toMatchObject({ game: "viaggiatore", games: 1, skill: { decisions: 0 }, kinds: [] });
  expect(await channel.ask("decisions", { digests: [digest] })).toMatch(/^game,table,ended,.*\n$/);
});
