/** The places of a map, to be marked in a study. */
import type { Spot } from "../../../drawing/marks/spots";
import type { Plan } from "../map/plan";

const LETTER = 10.5; // of an alley's name

export function spotsOf(plan: Plan): Spot[] {
  const circle = (place: string, x: number, y: number, radius: number): Spot => ({
    place,
    x,
    y,
    width: 2 * radius,
    height: 2 * radius,
    round: true,
  });
  const alleys = [...plan.alleys.values()];
  return [
    ...[...plan.squares.values()].map(({ key, x, y }) => circle(`square ${key}`, x, y, plan.radius + 4)),
    ...alleys.map(({ key, name, label }): Spot => {
      const width = (name.length + 2) * LETTER * plan.scale;
      return { place: `alley ${key}`, ...label, width, height: 30 * plan.scale };
    }),
    ...alleys.flatMap(({ key, pitches }) =>
      pitches.map(({ space, x, y, angle, scale }): Spot => {
        return { place: `space ${key}/${space}`, x, y, angle, width: 80 * scale, height: 38 * scale };
      }),
    ),
    ...[...plan.districts.values()].map(({ key, x, y }) => circle(`district ${key}`, x, y - 9, 40)),
  ];
}
