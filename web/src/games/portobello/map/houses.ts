/** The blocks of little houses in the districts, as `drawing/houses.py` has them, in the colours of the theme. */
import { Block, families } from "../../../local/generated/speech/games/portobello/drawing/houses.js";
import { LOOK, lawn, roof } from "./look";
import { RIM, type DistrictPlan, type Plan, type Point } from "./plan";
import type { Draw } from "./random";
import { merged, n, outline, type Shape } from "./svg";
import { garden } from "./trees";

/** The distance of a terrace from the middle of its alley. */
const SETBACK = 38;

type Place = readonly [number, number];
const point = ([x, y]: Place): Point => ({ x, y });
const place = ({ x, y }: Point): Place => [x, y];

/** Neighbouring districts get roofs of different families. */
export const roofFamilies = (plan: Plan): number[] =>
  families([...plan.districts.values()].map(({ alleys }) => alleys));

/** In layers, from the bottom. */
function layers(plan: Plan, draw: Draw, district: DistrictPlan, number: number, family: number): Shape[][] {
  const corners = district.squares.map((key) => place(plan.squares.get(key)!));
  const courses = district.alleys.map((key) => plan.alleys.get(key)!.course);
  const bows = courses.filter(({ bend }) => bend).map(({ way }) => way);
  const block = new Block(corners, bows, SETBACK * plan.scale, plan.radius + RIM, plan.scale, number);
  const of = (look: string, outlines: readonly (readonly Place[])[]): Shape[] =>
    outlines.filter((some) => some.length).map((some) => ({ d: outline(some.map(point)), look }));
  const roofs = (tones: readonly (readonly (readonly Place[])[])[]) =>
    tones.flatMap((some, tone) => of(roof(family, tone), some));
  const green = block.green.map(point);
  return [
    of(LOOK.yard, [block.yard]),
    of(lawn((number + 1) % 3), [block.green]),
    of(
      LOOK.shade,
      block.walls.map((wall) => wall.map(([x, y]): Place => [x + 4, y + 5])),
    ),
    roofs(block.lit),
    roofs(block.dark),
    of(LOOK.roofshade, block.dark.flat()),
    of(LOOK.roofline, block.walls),
    of(LOOK.ridge, block.ridges),
    of(LOOK.window, block.windows),
    of(LOOK.chimney, block.chimneys),
    // lines without length, with round ends
    block.pots.map(([x, y]: Place) => ({ d: `M${n(x)} ${n(y)}h0`, look: LOOK.pot })),
    ...(green.length ? garden(plan, draw, green, district) : [[], [], []]),
  ];
}

export function blocks(plan: Plan, draw: Draw): string {
  const roofs = roofFamilies(plan);
  const all = [...plan.districts.values()].map((one, number) => layers(plan, draw, one, number, roofs[number]!));
  return merged((all[0] ?? []).map((_, layer) => all.flatMap((block) => block[layer] ?? []))); // streets lie between them
}
