/** Maps to start from: shapes as drawings of squares and alleys, filled in like the reader's own. */
import { WIDTH, type MapFile, type Point } from "../map/plan";
import { filled, withAlley } from "./draft";

export const TEMPLATES = ["small", "large", "island", "ring"] as const;
/** The start of a template's address in the workshop. */
export const TEMPLATE = "template-";
export type Template = (typeof TEMPLATES)[number];

const HEIGHT = 1000;
const around = (count: number, wide: number, high: number, turn = 0): Point[] =>
  Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * (at + turn)) / count - Math.PI / 2;
    return { x: Math.round(WIDTH / 2 + wide * Math.cos(angle)), y: Math.round(HEIGHT / 2 + high * Math.sin(angle)) };
  });
const cycle = (from: number, count: number): [number, number][] =>
  Array.from({ length: count }, (_, at) => [from + at, from + ((at + 1) % count)]);
const spokes = (hub: number, from: number, count: number): [number, number][] =>
  Array.from({ length: count }, (_, at) => [hub, from + at]);
const centre = { x: WIDTH / 2, y: HEIGHT / 2 };

interface Shape {
  squares: Point[];
  ways: [number, number][];
}

const SHAPES: Record<Template, () => Shape> = {
  small: () => ({ squares: [centre, ...around(6, 470, 350)], ways: [...spokes(0, 1, 6), ...cycle(1, 6)] }),
  ring: () => ({ squares: [centre, ...around(8, 610, 360, 0.5)], ways: [...spokes(0, 1, 8), ...cycle(1, 8)] }),
  island: () => ({
    squares: [centre, ...around(6, 300, 190), ...around(6, 610, 365, 0.5)],
    ways: [
      ...spokes(0, 1, 6),
      ...cycle(1, 6),
      ...cycle(7, 6),
      ...Array.from({ length: 6 }, (_, at): [number, number] => [1 + at, 7 + at]),
      ...Array.from({ length: 6 }, (_, at): [number, number] => [1 + ((at + 1) % 6), 7 + at]),
    ],
  }),
  large: () => {
    const rows = [0, 1, 2].flatMap((row) =>
      Array.from({ length: 5 }, (_, at) => ({ x: 190 + 260 * at + (row % 2) * 80, y: 160 + 340 * row })),
    );
    const ways = [0, 1, 2].flatMap((row) =>
      Array.from({ length: 5 }, (_, at) => 5 * row + at).flatMap((here, at): [number, number][] => {
        const along: [number, number][] = at < 4 ? [[here, here + 1]] : [];
        const down: [number, number][] = row < 2 ? [[here, here + 5]] : [];
        const slanted: [number, number][] =
          row === 0 && at > 0 ? [[here, here + 4]] : row === 1 && at < 4 ? [[here, here + 6]] : [];
        return [...along, ...down, ...slanted];
      }),
    );
    return { squares: rows, ways };
  },
};

export function template(which: Template, called: string): MapFile {
  const { squares, ways } = SHAPES[which]();
  const key = (at: number) => String.fromCharCode(65 + at);
  const bare: MapFile = {
    name: called,
    size: [WIDTH, HEIGHT],
    squares: Object.fromEntries(squares.map((at, index) => [key(index), { name: key(index), ...at }])),
    alleys: {},
    districts: {},
  };
  return filled(ways.reduce((map, [a, b]) => withAlley(map, key(a), key(b)).map, bare));
}
