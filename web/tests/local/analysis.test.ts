import { expect, it } from "vitest";
import { analysing } from "../../src/local/analysis";
import { DoubleEngine, doubleThread } from "./double";

const record = { game: "portobello", players: 2, moves: [] };

it("looks at a game again until everything has been looked at", async () => {
  let asked = 0;
  const ask = analysing(
    () => (asked++, record),
    () => doubleThread(),
  );
  expect(await ask()).toEqual({ done: 1, of: 2, analysis: null });
  const whole = await ask();
  expect(whole).toMatchObject({ done: 2, of: 2, analysis: { game: "portobello" } });
  expect(await ask()).toBe(whole);
  expect(asked).toBe(1);
});

it("says why a record cannot be looked at, and begins anew when asked again", async () => {
  const engine = new DoubleEngine();
  engine.failing = true;
  const ask = analysing(
    () => record,
    () => doubleThread(engine),
  );
  await expect(ask()).rejects.toThrow("this record fails on purpose");
  engine.failing = false;
  expect((await ask()).done).toBe(1);
});
