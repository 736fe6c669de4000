// Marks and arrows over a board: what a pointer or a key reaches, and what the same mark again does.
import { expect, test } from "vitest";
import { arrow, beside, colourBy, spotAt, type Spot } from "../../src/drawing/marks/spots";
import { drawnBy, toggled } from "../../src/study/drawing.svelte";
import type { Drawn } from "../../src/table/table";

const spot = (place: string, x: number, y: number, more: Partial<Spot> = {}): Spot => ({
  place,
  x,
  y,
  width: 20,
  height: 20,
  ...more,
});

test("a point reaches the smallest place there", () => {
  const seat = spot("seat 0", 50, 50, { width: 100, height: 100 });
  const turned = spot("space A-B/0", 50, 50, { width: 60, height: 10, angle: 90 });
  const square = spot("square A", 20, 20, { round: true });
  const all = [seat, turned, square];
  expect(spotAt(all, { x: 50, y: 75 })?.place).toBe("space A-B/0");
  expect(spotAt(all, { x: 75, y: 50 })?.place).toBe("seat 0");
  expect(spotAt(all, { x: 12, y: 12 })?.place, "the corner of a circle").toBe("seat 0");
  expect(spotAt(all, { x: 101, y: 50 })).toBeNull();
});

test("arrow keys go to what lies ahead", () => {
  const [here, near, far, above] = [spot("a", 0, 0), spot("b", 30, 10), spot("c", 60, 0), spot("d", 5, -40)] as const;
  const all = [here, near, far, above];
  expect(beside(all, here, "ArrowRight")).toBe(near);
  expect(beside(all, here, "ArrowUp")).toBe(above);
  expect(beside(all, here, "ArrowLeft"), "nothing lies there").toBe(here);
  expect(beside(all, here, "Enter")).toBeNull();
});

test("an arrow points at its end, and has room between near places", () => {
  const tip = (to: Spot | { x: number; y: number }) => arrow(spot("a", 0, 0), to, 4).split(" ")[3];
  expect(tip({ x: 100, y: 0 })).toBe("100.0,0.0");
  expect(tip(spot("b", 100, 0))).toBe("94.0,0.0");
  expect(arrow(spot("a", 0, 0), spot("b", 5, 0), 4)).not.toContain("NaN");
});

test("the same mark again removes it, in another colour it takes its place", () => {
  const mark: Drawn = { colour: "red", place: "square A", to: null };
  const led: Drawn = { colour: "red", place: "square A", to: "square B" };
  expect(toggled([], mark)).toEqual([mark]);
  expect(toggled([mark, led], { ...mark })).toEqual([led]);
  expect(toggled([mark, led], { ...led, colour: "blue" })).toEqual([mark, { ...led, colour: "blue" }]);
  expect(
    drawnBy([
      ["red", "square A"],
      ["red", "square A", "square B"],
    ]),
  ).toEqual([mark, led]);
});

test("keys choose the colour", () => {
  const colours = [false, true].flatMap((altKey) =>
    [false, true].map((shiftKey) => colourBy({ shiftKey, altKey }, "green")),
  );
  expect(colours).toEqual(["green", "red", "blue", "yellow"]);
});
