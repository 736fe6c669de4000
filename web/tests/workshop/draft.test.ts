// Maps on the drawing table: whatever is done to one, it can be drawn; what the engine accepts comes back as it was.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { checked, drawn } from "../../src/local/host/workshop/components";
import { loadGame } from "../../src/local/host/load";
import { ground, streets } from "../../src/games/portobello/map/ground";
import { bendTo } from "../../src/games/portobello/map/course";
import { distance, endsOf, Plan, type MapFile } from "../../src/games/portobello/map/plan";
import { Draw } from "../../src/games/portobello/map/random";
import * as draft from "../../src/games/portobello/editor/draft";
import { TEMPLATES, template } from "../../src/games/portobello/editor/templates";

vi.setConfig({ testTimeout: 60_000 }); // a busy machine is slow
beforeAll(() => loadGame("portobello", readFileSync("src/local/generated/portobello.wasm")));

const shelf = import.meta.glob<MapFile>(
  ["../../../src/piazzetta/data/maps/*.json", "../../../src/piazzetta/data/portobello-map.json", "!**/shelf.json"],
  { eager: true, import: "default" },
);
const valid = (map: MapFile): MapFile => {
  const verdict = checked("portobello", map);
  if ("fault" in verdict) throw new Error(verdict.fault.sentence);
  return verdict.file as MapFile;
};
const some = (draw: Draw, all: object): string => draw.of(Object.keys(all));
const random = (seed: number) => drawn("portobello", seed, [null, 2 + (seed % 3)]) as MapFile;

/** Something that a hand might do. */
function changed(map: MapFile, draw: Draw): MapFile {
  const at = { x: draw.between(-200, 1700), y: draw.between(-200, 1200) };
  const kinds = (["squares", "alleys", "districts"] as const).filter((kind) => Object.keys(map[kind]).length > 1);
  const kind = draw.of(kinds);
  const place = { kind, key: some(draw, map[kind]) };
  const [a, b] = [some(draw, map.squares), some(draw, map.squares)];
  return draw.of([
    () => draft.moved(map, a, draft.snapped(map, a, at, draw.next() < 0.5)),
    () => draft.withSquare(map, draft.snapped(map, null, at)).map,
    () => draft.withAlley(map, a, b).map,
    () => draft.without(map, place),
    () => draft.renamed(map, place, "Another name"),
    () => draft.filled(map),
    () => draft.mirrored(map, draw.next() < 0.5),
    () => draft.turned(map),
    () => draft.bent(map, some(draw, map.alleys), draw.between(-0.5, 0.5)),
  ])();
}

describe("a map on the drawing table", () => {
  it.each(Array.from({ length: 4 }, (_, seed) => seed))("can be drawn after any changes (%i)", (seed) => {
    const draw = new Draw(`changes ${seed}`);
    let map = draft.normal(random(seed));
    for (let step = 0; step < 40; step++) {
      map = changed(map, draw);
      for (const alley of Object.keys(map.alleys))
        for (const end of endsOf(alley)) expect(map.squares, alley).toHaveProperty(end);
      for (const { squares } of Object.values(map.districts))
        for (const [at, square] of squares.entries())
          expect(draft.alleysBetween(map, square, squares[(at + 1) % 3]!)).not.toEqual([]);
      expect(Object.keys(map.squares).length).toBeGreaterThan(0);
      if (step % 10 === 0) expect(streets(new Plan(map))).not.toContain("NaN");
      checked("portobello", map); // whatever it says: nothing but a fault may be thrown
    }
    ground(new Plan(map));
  });

  it.each(Object.keys(shelf))("comes back from its file as it was drawn: %s", (path) => {
    const map = draft.normal(shelf[path]!);
    expect(draft.normal(valid(map))).toEqual(map);
    expect(draft.normal(map)).toEqual(map);
  });

  it("has bent alleys: drawn as a bow, spaces and all, and the same game", () => {
    const map = draft.normal(random(1));
    const [key] = Object.keys(map.alleys);
    const bow = draft.bent(map, key!, 0.2);
    expect(draft.normal(valid(bow))).toEqual(bow);
    expect(draft.bent(bow, key!, 0.01)).toEqual(map);
    expect(draft.bent(map, key!, 7).alleys[key!]!.bend).toBe(0.3);
    expect(draft.mirrored(draft.mirrored(bow, true), true).alleys).toEqual(bow.alleys);
    expect(draft.mirrored(bow, false).alleys[key!]!.bend).toBe(-0.2);
    const plays = (one: MapFile) => (checked("portobello", one) as { plays: string }).plays;
    expect(plays(bow)).toBe(plays(map));
    const [straight, bent] = [map, bow].map((one) => new Plan(one).alleys.get(key!)!);
    expect(bent!.course.length).toBeGreaterThan(straight!.course.length);
    expect(bendTo(...new Plan(map).endsOf(key!), bent!.middle)).toBeCloseTo(0.2, 2);
    for (const { x, y } of bent!.pitches) expect(bent!.course.off({ x, y })).toBeLessThan(1e-6);
    const gaps = bent!.pitches.slice(1).map((pitch, at) => distance(bent!.pitches[at]!, pitch));
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.1);
  });

  it("has holes, alleys that border no district, and second alleys, and comes back as it was drawn", () => {
    const whole = draft.normal(random(1));
    const inner = [...new Plan(whole).alleys.values()].find(({ districts }) => districts.length === 2)!;
    const hole = draft.without(whole, { kind: "districts", key: inner.districts[0]! });
    expect(draft.normal(valid(hole))).toEqual(hole);
    const { map: both, key } = draft.withAlley(hole, ...inner.ends);
    expect(key).toMatch(/\.2$/);
    expect(draft.normal(valid(both))).toEqual(both);
    expect(new Plan(both).alleys.get(key)!.districts).toEqual([]);
    const without = draft.without(both, { kind: "alleys", key: inner.key });
    expect(without.districts).not.toHaveProperty(inner.districts[1]!);
    expect(draft.without(both, { kind: "alleys", key }).districts).toEqual(both.districts);
  });

  it("comes back from a random file, mirrored twice and turned four times", () => {
    for (let seed = 0; seed < 4; seed++) {
      const map = draft.normal(random(seed));
      expect(draft.normal(valid(map))).toEqual(map);
      const mirrored = draft.mirrored(map, seed % 2 === 0);
      valid(mirrored);
      const twice = draft.mirrored(mirrored, seed % 2 === 0);
      for (const [key, { x, y }] of Object.entries(map.squares)) {
        expect(twice.squares[key]!.x).toBeCloseTo(x);
        expect(twice.squares[key]!.y).toBeCloseTo(y);
      }
      valid(draft.turned(draft.turned(draft.turned(draft.turned(map)))));
    }
  });

  it("a square within a district splits it, and is gone without a trace", () => {
    const map = draft.normal(shelf["../../../src/piazzetta/data/maps/leather-lane.json"]!);
    const { x, y } = map.districts.D2!;
    const { map: split, key } = draft.withSquare(map, { x, y });
    expect(Object.keys(split.districts)).toHaveLength(7);
    valid(split);
    const healed = draft.filled(draft.without(split, { kind: "squares", key }));
    expect(valid(healed).squares).toEqual(map.squares);
    expect(Object.keys(healed.districts)).toHaveLength(5);
  });

  it("a square lies on a road, wherever it covers its middle, and in no map of ours", () => {
    for (const map of [...Object.values(shelf), ...[0, 1, 2, 3, 4, 5, 6, 7].map(random)])
      expect(draft.squareOnRoad(draft.normal(map))).toBeNull();
    for (const which of TEMPLATES) expect(draft.squareOnRoad(template(which, "A map"))).toBeNull();
    const map = draft.normal(shelf["../../../src/piazzetta/data/maps/leather-lane.json"]!);
    const [alley, road] = [...new Plan(map).alleys].find(([, { districts }]) => districts.length === 2)!;
    const { along, ...middle } = road.course.at(road.course.length / 2);
    const beside = (off: number) => ({ x: middle.x - off * along.y, y: middle.y + off * along.x });
    for (const off of [-30, 0, 30]) {
      const { map: covered, key: square } = draft.withSquare(map, beside(off));
      expect(draft.squareOnRoad(covered)).toEqual({ square, alley });
    }
    expect(draft.squareOnRoad(draft.withSquare(map, beside(60)).map)).toBeNull();
  });

  it.each([5, 30])("is quick with %i squares", (count) => {
    let map: MapFile = { ...template("small", "Small"), squares: {}, alleys: {}, districts: {} };
    const keys: string[] = [];
    for (let at = 0; at < count; at++) {
      const made = draft.withSquare(map, { x: 150 + 200 * (at % 6), y: 150 + 140 * Math.floor(at / 6) });
      map = made.map;
      for (const before of [at % 6 && at - 1, at - 6, at % 6 ? at - 7 : -1])
        if (before !== 0 && keys[Number(before)]) map = draft.withAlley(map, keys[Number(before)]!, made.key).map;
      keys.push(made.key);
    }
    const took: number[] = [];
    for (let step = 0; step < 20; step++) {
      const start = performance.now();
      map = draft.moved(map, keys.at(-1)!, { x: 900 + step, y: 800 });
      streets(new Plan(map));
      took.push(performance.now() - start);
    }
    expect(Math.min(...took)).toBeLessThan(16); // a frame; the quickest, as other programs may be busy
  });
});

it.each(TEMPLATES)("the template %s is a valid map", (which) => {
  const map = valid(template(which, "A map"));
  expect(draft.normal(map)).toEqual(draft.normal(template(which, "A map")));
});
