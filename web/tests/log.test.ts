/** The log that a page shows: the same whether it was told move by move, or all at once after loading. */
import { expect, it } from "vitest";
import { withHappening, type Happening } from "../src/table/table";

const step = (at: number, kind: string, more: Partial<Happening> = {}): Happening =>
  ({ at, frame: at, seat: 0, kind, events: [], ...more }) as Happening;
const told = (...steps: Happening[]) => steps.reduce(withHappening, [] as Happening[]).map(({ at }) => at);

it("drops a move that was taken back, and no other", () => {
  expect(told(step(1, "play"), step(2, "play"), step(3, "undo"))).toEqual([1]);
  // a page that is loaded later is told that the move is undone, and of the undo too
  expect(told(step(1, "play"), step(2, "play", { undone: true }), step(3, "undo"))).toEqual([1]);
});

it("drops two moves that were taken back one after the other", () => {
  const moves = [step(1, "play"), step(2, "play", { undone: true }), step(3, "play", { undone: true })];
  expect(told(...moves, step(4, "undo"), step(5, "undo"), step(6, "play"))).toEqual([1, 6]);
});
