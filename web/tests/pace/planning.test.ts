/** Plans of a turn, made move by move on the map, and how time is said. */
import { expect, test } from "vitest";
import {
  plannedSteps,
  plannedView,
  planOffers,
  wholePlan,
  withMove,
  withoutLast,
  type Steps,
} from "../../src/games/portobello/turn/plan";
import type { PortobelloView } from "../../src/games/portobello/view";
import { isSlow, SLOW, LIVE, timeLeft } from "../../src/shell/clocks";

const VIEW = {
  viewer: 1,
  seat: 0,
  phase: "acting",
  bobby: "X",
  tiles: [
    { up: ["2"], down: [] },
    { up: ["2", "3"], down: ["4"] },
  ],
  bag: { servant: 2, burgher: 1, lord: 1 },
  row: null,
  squares: { A: null, B: null, C: "servant" },
  alleys: {
    "A-B": { stalls: [0, null, null], begun: "A", scored: false },
    "B-C": { stalls: [null, null], begun: null, scored: false },
  },
  districts: { X: null, Y: null },
} as unknown as PortobelloView;

const moves = (steps: Steps) => planOffers(VIEW, steps).map(({ move }) => move);
const made = (...chosen: string[]) => chosen.reduce((steps: Steps, move) => withMove(VIEW, steps, move), []);

test("a plan begins with a tile, and then offers what may be possible", () => {
  expect(moves([])).toEqual(["tile 2", "tile 3"]);
  expect(moves(made("tile 2"))).toEqual(["draw", "build A-B@A", "build B-C@B", "build B-C@C", "bobby Y"]);
  expect(moves(made("tile 2", "bobby Y"))).toContain("bobby X");
});

test("stalls are planned one after the other, from the end that was begun", () => {
  const steps = made("tile 3", "build A-B@A", "build B-C@C");
  expect(plannedSteps(VIEW, steps).flatMap(({ events }) => events.map(({ params }) => params))).toEqual([
    { seat: 1, alley: "A-B", space: 1 },
    { seat: 1, alley: "B-C", space: 1 },
  ]);
  expect(moves(steps)).toContain("build A-B@A");
  expect(moves(steps)).not.toContain("build B-C@B");
  expect(moves(withMove(VIEW, steps, "build B-C@C")), "no action is left").toEqual(["bobby Y"]);
  expect(VIEW.alleys["B-C"]!.stalls).toEqual([null, null]);
});

test("each customer that may come has its square, in one step", () => {
  let steps: Steps = made("tile 2", "draw");
  expect(plannedView(VIEW, steps)).toMatchObject({ seat: 1, phase: "placing", in_hand: "servant", actions_left: 1 });
  expect(moves(steps)).toEqual(["place A", "place B"]);
  steps = withMove(VIEW, steps, "place A");
  expect(plannedView(VIEW, steps).in_hand).toBe("burgher");
  expect(moves(steps), "only one of them comes").toContain("place A");
  steps = withMove(VIEW, steps, "place B");
  expect(steps.at(-1)).toEqual([
    { move: "place A", when: "in_hand", is: "servant" },
    { move: "place B", when: "in_hand", is: "burgher" },
  ]);
  expect(plannedView(VIEW, steps)).toMatchObject({ phase: "acting", in_hand: null });
  expect(moves(withMove(VIEW, steps, "draw")), "both squares may be taken by then").toEqual([]);
  expect(withoutLast(steps).at(-1)).toHaveLength(1);
  expect(withoutLast(withoutLast(steps)).at(-1)).toEqual([{ move: "draw" }]);
});

test("a turn with all its actions ends; one that was planned in part goes on", () => {
  const part = made("tile 2", "build A-B@A");
  expect(wholePlan(VIEW, part)).toEqual(part);
  expect(wholePlan(VIEW, made("tile 2", "build A-B@A", "build A-B@A", "bobby Y")).at(-1)).toEqual([{ move: "end" }]);
});

test("only games over days offer it in the bar", () => {
  expect(SLOW.every(isSlow)).toBe(true);
  expect(LIVE.some(isSlow)).toBe(false);
});

test("time is said in two units, and by the second in the last hour", () => {
  const day = 86_400;
  expect(
    [10 * day, 2 * day + 3 * 3600 + 59, 5 * 3600 + 20 * 60, 3600, 3599, 59, 0].map((left) => timeLeft(left)),
  ).toEqual(["10 days", "2 days 3 hr", "5 hr 20 min", "1 hr", "59:59", "0:59", "0:00"]);
  expect(timeLeft(2 * day + 3 * 3600, "narrow")).toBe("2d 3h");
});
