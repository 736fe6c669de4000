import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ground, lettering } from "../src/games/portobello/map/ground";
import { picture } from "../src/games/portobello/map/picture";
import { roofFamilies } from "../src/games/portobello/map/houses";
import { distance, Plan, TRACK, wrap, WIDTH, type MapFile } from "../src/games/portobello/map/plan";

const notting = JSON.parse(readFileSync("../src/piazzetta/data/portobello-map.json", "utf8")) as MapFile;

/** A little market of two districts, in its own units and without sizes. */
const little: MapFile = {
  name: 'A "little" <market>',
  size: [100, 60],
  squares: {
    NW: { name: "North-West", x: 10, y: 10 },
    NE: { name: "North-East", x: 90, y: 10 },
    SW: { name: "South-West", x: 10, y: 50 },
    SE: { name: "South-East", x: 90, y: 50 },
  },
  alleys: {
    "NW-NE": { name: "High Street", values: [1, 2, 3] },
    "NW-SW": { name: "West Street", values: [1, 1] },
    "NE-SE": { name: "East Street", values: [2, 2] },
    "SW-SE": { name: "Low Street", values: [1, 2, 3, 1, 2, 3] },
    "NE-SW": { name: "Cross Street", values: [3, 3, 3, 3] },
  },
  districts: {
    X: { name: "Left", squares: ["NW", "NE", "SW"], x: 30, y: 22 },
    Y: { name: "Right", squares: ["NE", "SE", "SW"], x: 65, y: 38 },
  },
};

describe.each([
  ["Notting Hill", notting],
  ["a little market", little],
] as const)("%s", (_, file) => {
  const plan = new Plan(file);

  it("has every pitch on its alley, between the squares", () => {
    for (const alley of plan.alleys.values()) {
      const [a, b] = plan.endsOf(alley.key);
      expect(alley.pitches).toHaveLength(alley.values.length);
      for (const pitch of alley.pitches) {
        expect(distance(a, pitch) + distance(pitch, b)).toBeCloseTo(distance(a, b), 3);
        expect(Math.min(distance(a, pitch), distance(b, pitch))).toBeGreaterThan(plan.radius);
        expect(Math.abs(pitch.angle)).toBeLessThanOrEqual(90);
      }
    }
  });

  it("keeps clear of the score track, which is a ring of neighbouring fields", () => {
    for (const square of plan.squares.values()) {
      expect(square.x - plan.radius).toBeGreaterThan(50);
      expect(square.x + plan.radius).toBeLessThan(WIDTH - 50);
      expect(square.y - plan.radius).toBeGreaterThan(50);
      expect(square.y + plan.radius).toBeLessThan(plan.height - 50);
    }
    const longest = Math.max(plan.cell.width, plan.cell.height) + 0.01;
    for (let n = 0; n < TRACK; n++) expect(distance(plan.field(n), plan.field(n + 1))).toBeLessThan(longest);
    expect(plan.field(TRACK + 3)).toEqual(plan.field(3));
  });

  it("knows the three alleys of a district", () => {
    for (const district of plan.districts.values()) {
      expect(new Set(district.alleys).size).toBe(3);
      for (const alley of district.alleys) expect(plan.alleys.get(alley)!.districts).toContain(district.key);
    }
  });

  it("looks the same every time", () => {
    const drawn = ground(plan) + lettering(plan);
    expect(ground(new Plan(file)) + lettering(new Plan(file))).toBe(drawn);
    expect(drawn).not.toMatch(/NaN|undefined|<market>/);
  });

  it("is a picture of its own, in the colours of the theme", () => {
    const url = picture(ground(plan), WIDTH, plan.height, (name) => `${name.length}`);
    const drawn = new DOMParser().parseFromString(
      decodeURIComponent(url.replace("data:image/svg+xml,", "")),
      "image/svg+xml",
    );
    expect(drawn.querySelector("parsererror")).toBeNull();
    // trees and houses that look alike are one path: a page shows a dozen such pictures
    expect(drawn.querySelectorAll("path").length).toBeGreaterThan(30);
    expect(drawn.querySelectorAll("*").length).toBeLessThan(250);
    expect(url).not.toContain("var(");
    expect(url).not.toContain("class%3D");
  });

  it("gives neighbours different roofs", () => {
    const keys = [...plan.districts.keys()];
    const families = new Map(roofFamilies(plan).map((family, number) => [keys[number], family]));
    for (const alley of plan.alleys.values()) {
      if (alley.districts.length === 2)
        expect(families.get(alley.districts[0]!)).not.toBe(families.get(alley.districts[1]!));
    }
  });
});

it("wraps names", () => {
  expect(wrap("The Potteries")).toEqual(["The", "Potteries"]);
  expect(wrap("Rag Fair")).toEqual(["Rag Fair"]);
});
