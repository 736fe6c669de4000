/** The plain table: what it reads in any game's views, events and moves. */
import { expect, it } from "vitest";
import { groupsOf } from "../src/games/plain/moves";
import { courseOf, finalScores, scoresOf, viewLines } from "../src/games/plain/view";
import { speech as base } from "../src/local/generated/speech/base";
import type { Happening, Option } from "../src/table/table";
import { setLanguage } from "../src/words/index.svelte";
import { learn, type Speech } from "../src/words/speech";

learn("walnuts", base);
const speech: Speech = {
  game: "walnuts",
  t: (key) => key,
  list: (items) => items.join(", "),
  decimal: String,
  name: (seat) => ["Ada", "Leo"][seat]!,
  mine: (seat) => seat === 0,
  chart: {},
};
const option = (move: string): Option => ({ move, points: [0, 0], events: [] });
const took = (seat: number, points: number): Happening => ({
  at: 1,
  seat,
  kind: "play",
  events: [{ key: "took", params: { seat, points } }],
});

it("groups moves by their first word", () => {
  const groups = groupsOf(speech, ["take 1 left", "take 2 left", "pass"].map(option));
  expect(groups.map(({ title, choices }) => [title, choices.map(({ label }) => label)])).toEqual([
    ["Take", ["1 left", "2 left"]],
    ["Pass", ["Pass"]],
  ]);
  expect(groupsOf(speech, ["left", "right"].map(option)).map(({ title }) => title)).toEqual([""]);
  expect(groupsOf(speech, [])).toEqual([]);
});

it("says a view in words, seat by seat", async () => {
  await setLanguage("en");
  const view = {
    players: 2,
    mover: 0,
    drawing: "<svg/>",
    cards_left: [3, null],
    row: [4, 1, 5],
    lot: { of: 2 },
    rich: [],
  };
  expect(viewLines("walnuts", view, speech.name)).toEqual([
    ["Cards left", "Ada 3 · Leo ?"],
    ["Row", "4, 1, and 5"],
    ["Lot", "of: 2"],
    ["Rich", "–"],
  ]);
});

it("finds points where a game shows them", () => {
  const over: Happening = { at: 9, seat: 1, events: [{ key: "game_over", params: { scores: [5, 7] } }] };
  expect(scoresOf({ scores: [1, 2] }, 2)).toEqual([1, 2]);
  expect(scoresOf({ points: [1, 2, 3] }, 2)).toBeNull();
  expect(finalScores({ points: [4, 6] }, 2, [over])).toEqual([5, 7]);
  expect(courseOf([took(0, 3), took(1, 4), took(0, 1), took(1, 2)], [5, 7])).toEqual([
    [0, 0],
    [3, 4],
    [5, 7],
  ]);
});
