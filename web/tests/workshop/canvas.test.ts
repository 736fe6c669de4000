// A map while something is dragged: what moves and what rests are together the whole map, as it is drawn at rest.
import { beforeAll, expect, it } from "vitest";
import sprite from "../../src/drawing/sprites/ground.svg?raw";
import { Plan, type MapFile } from "../../src/games/portobello/map/plan";
import { movedWith, moving, resting } from "../../src/games/portobello/editor/canvas/parts";
import { shapes } from "../../src/games/portobello/editor/canvas/spaces";
import * as draft from "../../src/games/portobello/editor/draft";

const maps = Object.values(
  import.meta.glob<MapFile>(["../../../src/piazzetta/data/maps/*.json", "!**/shelf.json"], {
    eager: true,
    import: "default",
  }),
).map(draft.normal);
beforeAll(() => {
  document.body.innerHTML = sprite; // the page has it too: spaces look as its symbols do
});
const KINDS = ["squares", "alleys", "districts"] as const;

/** With sizes of its own, so that they stay the same wherever its squares are. */
const sized = (map: MapFile): MapFile => ({ ...map, space: 40, radius: 40 });

it.each(maps.map((map) => [map.name, map] as const))("what moves is drawn as at rest: %s", (_name, file) => {
  const map = sized(file);
  const whole = new Plan(map);
  for (const key of Object.keys(map.squares)) {
    const moved = movedWith(map, { kind: "squares", key });
    const { x, y } = map.squares[key]!;
    const there = draft.moved(map, key, draft.snapped(map, key, { x: x + 20, y: y - 10 }, true));
    const [live, rest, after] = [moving(there, moved, whole), resting(whole, moved), new Plan(there)];
    for (const kind of KINDS) {
      expect([...live[kind].keys(), ...rest[kind].keys()].toSorted()).toEqual(Object.keys(map[kind]).toSorted());
      for (const [place, drawn] of live[kind]) expect(drawn, place).toEqual(after[kind].get(place));
    }
    for (const square of rest.squares.keys()) expect(rest.squares.get(square)).toEqual(after.squares.get(square));
  }
  for (const key of Object.keys(map.alleys)) {
    const bent = draft.bent(map, key, 0.1);
    const live = moving(bent, movedWith(map, { kind: "alleys", key }), whole);
    expect([...live.alleys.keys()]).toEqual([key]);
    expect(live.alleys.get(key)).toEqual(new Plan(bent).alleys.get(key));
  }
});

it("sizes stay those of the whole map while a square is dragged", () => {
  const [map] = maps;
  const whole = new Plan(map!);
  const [key] = Object.keys(map!.squares);
  const far = draft.moved(map!, key!, { x: 140, y: 140 });
  const live = moving(far, movedWith(map!, { kind: "squares", key: key! }), whole);
  expect([live.radius, live.scale, live.height]).toEqual([whole.radius, whole.scale, whole.height]);
});

it("every space has its outline and its number, also one of two digits", () => {
  const [map] = maps;
  const [key] = Object.keys(map!.alleys);
  const values = [1, 2, 3, 7, 12];
  const plan = new Plan(draft.withValues(map!, key!, values));
  const drawn = shapes(
    plan.only((kind, one) => kind === "alleys" && one === key),
    false,
  );
  expect(drawn.map(({ value }) => value)).toEqual([1, 2, 3]); // all that are worth more look alike
  const outlines = drawn.map(({ layers }) => layers.map(({ d }) => d.split("M").length - 1));
  expect(outlines).toEqual([
    [1, 1, 2],
    [1, 1, 4],
    [3, 3, 18],
  ]); // the box, a line within, pips
  expect(drawn[0]!.layers[0]!.look.fill).toBe("var(--v1)");
  expect(drawn[2]!.numbers.map(({ text }) => text).join("")).toBe("3712");
  for (const { text, x, y } of drawn.flatMap(({ numbers }) => numbers))
    expect([x.split(" ").length, y.split(" ").length]).toEqual([text.length, text.length]);
  expect(JSON.stringify(drawn)).not.toContain("NaN");
});
