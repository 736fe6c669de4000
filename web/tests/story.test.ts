/** The sentence that tells the story of a game, and when a bot may play for somebody. */
import { expect, test, vi } from "vitest";
import { storyOf } from "../src/shell/end/story";

vi.mock("../src/words/index.svelte", () => ({
  t: (key: string, params: object) => `${key} ${JSON.stringify(params)}`,
}));

test("the last round decided", () => {
  const course = [
    [10, 10],
    [12, 14],
    [30, 25],
  ];
  expect(storyOf(course, [0])).toEqual({ key: "story.last", seat: 1, lead: 2 });
});

test("somebody was ahead since a round, or always", () => {
  const course = [
    [10, 10],
    [12, 14],
    [20, 15],
    [30, 25],
  ];
  expect(storyOf(course, [0])).toEqual({ key: "story.since", seat: 0, round: 2 });
  expect(storyOf(course.slice(0, 1).concat(course.slice(2)), [0])).toEqual({ key: "story.always", seat: 0 });
});

test("a shared win, and a game too short to tell", () => {
  const course = [[0, 0], [1, 2], [2, 2]]; // prettier-ignore
  expect(storyOf(course, [0, 1])).toEqual({ key: "story.tie", seat: null });
  expect(storyOf(course.slice(1), [0])).toBeNull();
});

test("a bot may play for somebody after a while", async () => {
  const { botHelp } = await import("../src/shell/seats/away");
  const speech = { name: () => "Leo" } as never;
  const seat = { seat: 1, bot_from: 60_000 } as never;
  const act = () => {};
  expect(botHelp(speech, seat, 47_500, act)).toEqual({ text: 'away.bot.soon {"who":"Leo","n":13}', act: null });
  expect(botHelp(speech, seat, 60_000, act).act).toBe(act);
});
