/** Plans of a turn as moves, and how time is said. */
import { expect, test } from "vitest";
import { noAct, turnPlan } from "../../src/games/portobello/turn/plan";
import { timeLeft } from "../../src/shell/clocks";

test("a turn is a tile, what is done with it, and its end", () => {
  const draw = { move: "draw", places: { servant: "C", burgher: "", lord: "D" } };
  expect(turnPlan("tile 3", [draw, { ...noAct(), move: "build A-B@A" }, noAct()], true)).toEqual([
    [{ move: "tile 3" }],
    [{ move: "draw" }],
    [
      { move: "place C", when: "in_hand", is: "servant" },
      { move: "place D", when: "in_hand", is: "lord" },
    ],
    [{ move: "build A-B@A" }],
    [{ move: "end" }],
  ]);
  expect(turnPlan("", [noAct()], true)).toEqual([]);
  expect(turnPlan("", [{ ...noAct(), move: "draw" }], false)).toEqual([[{ move: "draw" }]]);
});

test("time is said in two units, and by the second in the last hour", () => {
  const day = 86_400;
  expect(
    [10 * day, 2 * day + 3 * 3600 + 59, 5 * 3600 + 20 * 60, 3600, 3599, 59, 0].map((left) => timeLeft(left)),
  ).toEqual(["10 days", "2 days 3 hr", "5 hr 20 min", "1 hr", "59:59", "0:59", "0:00"]);
  expect(timeLeft(2 * day + 3 * 3600, "narrow")).toBe("2d 3h");
});
