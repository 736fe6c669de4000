// The opening explorer: which moves have a row and a letter, and which part of the scale of wins is drawn.
import { expect, test } from "vitest";
import { rowsOf, scaleOf, shortLabel } from "../../src/explorer/rows";
import type { Lookup, StudyNode, Tried } from "../../src/local/studies";
import { learn, type Speech } from "../../src/words/speech";

const GAME = "explored";
class Words {
  move(text: string) {
    return ["move.none", text === "go A" ? { square_name: "Here" } : {}];
  }
}
learn(GAME, Words);
const speech = { game: GAME, chart: {} } as Speech;

const tried = (move: string, more: Partial<Tried> = {}): Tried => ({
  move,
  plays: move,
  played: 10,
  chosen: 0.2,
  wins: 0.3,
  low: 0.25,
  high: 0.35,
  points: 80,
  ...more,
});
const known = (many: number) =>
  ({ moves: Array.from({ length: many }, (_, place) => tried(`go ${place}`)), others: null }) as unknown as Lookup;
const letters = (many: number, all = false) =>
  rowsOf(known(many), all, speech, false)
    .map(({ letter }) => letter)
    .join("");

test("five moves have a row, a single other one too, and all when asked for", () => {
  expect([letters(3), letters(6), letters(7), letters(7, true)]).toEqual(["ABC", "ABCDEF", "ABCDE", "ABCDEFG"]);
  expect(rowsOf(known(1), false, speech, false)[0]!.name, "as in records, without words for it").toBe("Go 0");
});

test("an equal share is on the scale, and a rare move does not stretch it", () => {
  const rare = tried("rare", { chosen: 0.01, low: 0, high: 1 });
  expect(scaleOf([tried("usual"), rare], 0.5)).toEqual([0.24, 0.51]);
  expect(scaleOf([tried("usual", { low: 0, high: 1 })], 0.5)).toEqual([0, 1]);
});

test("a step on the way is called by its place", () => {
  const node = (move: string) => ({ seat: 0, move, parent: 1, events: [] }) as unknown as StudyNode;
  expect([shortLabel(node("go A"), speech), shortLabel(node("go B"), speech)]).toEqual(["Here", "Go B"]);
});
