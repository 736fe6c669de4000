/** Changes to a map that is being drawn: each takes a map and returns another. Whether it is valid, the engine says. */
import { distance, EDGE, endsOf, Plan, WIDTH, type MapFile, type Point } from "../map/plan";
import { closings, inside, middle, sideOf } from "./geometry";

export type Kind = "squares" | "alleys" | "districts";
export interface Place {
  kind: Kind;
  key: string;
}

/** Until somebody names a new alley, it is called by its squares; other new places by their keys. */
const alleyName = (key: string): string => key.replace("-", "–");

const GRID = 10;
const USUAL_SPACE = 78;
const ROAD = 40; // from the middle of a road to where a square begins to lie beside it
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

export const heightOf = (map: MapFile): number =>
  Math.round((WIDTH * (map.size?.[1] ?? 1000)) / (map.size?.[0] ?? 1500));

/** The same map in the units of the drawing, so that a point of the drawing is a point of the map. */
export function normal(map: MapFile): MapFile {
  const plan = new Plan(map);
  const round = ({ x, y }: Point) => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });
  const squares = Object.fromEntries([...plan.squares].map(([key, at]) => [key, { name: at.name, ...round(at) }]));
  const districts = Object.fromEntries(
    [...plan.districts].map(([key, at]) => {
      const { alleys } = map.districts[key]!;
      return [key, { name: at.name, squares: at.squares, ...(alleys ? { alleys } : {}), ...round(at) }];
    }),
  );
  const unit = plan.radius / (map.radius ?? plan.radius);
  const own = { ...(map.space ? { space: map.space * unit } : {}), ...(map.radius ? { radius: plan.radius } : {}) };
  return { name: map.name, size: [WIDTH, plan.height], ...own, squares, alleys: map.alleys, districts };
}

/** The alleys that join two squares. */
export const alleysBetween = (map: MapFile, a: string, b: string): string[] =>
  Object.keys(map.alleys).filter((key) => endsOf(key).includes(a) && endsOf(key).includes(b));

/** The alleys around a district: those it names, or those between its squares. */
const sidesOf = (map: MapFile, { squares, alleys }: { squares: string[]; alleys?: string[] }): string[] =>
  alleys ?? squares.flatMap((square, at) => alleysBetween(map, square, squares[(at + 1) % 3]!));

export const name = (map: MapFile, { kind, key }: Place): string => map[kind][key]?.name ?? key;

/** A place within the frame, on the grid, or in line with another square: then `lines` say with which. */
export function snapped(map: MapFile, key: string | null, at: Point, free = false): Point & { lines: Point[] } {
  const [right, bottom] = [WIDTH - EDGE, heightOf(map) - EDGE];
  const clamp = (value: number, most: number) => Math.min(most, Math.max(EDGE, value));
  const within = { x: clamp(at.x, right), y: clamp(at.y, bottom) };
  if (free) return { x: Math.round(within.x), y: Math.round(within.y), lines: [] };
  const others = Object.entries(map.squares).filter(([other]) => other !== key);
  const lines: Point[] = [];
  const along = (axis: "x" | "y") => {
    const near = others.find(([, other]) => Math.abs(other[axis] - within[axis]) <= GRID);
    if (!near) return Math.round(within[axis] / GRID) * GRID;
    lines.push(near[1]);
    return near[1][axis];
  };
  const [x, y] = [along("x"), along("y")];
  return { x: clamp(x, right), y: clamp(y, bottom), lines };
}

export function moved(map: MapFile, key: string, { x, y }: Point): MapFile {
  const squares = { ...map.squares, [key]: { ...map.squares[key]!, x, y } };
  const districts = Object.fromEntries(
    Object.entries(map.districts).map(([district, one]) => [
      district,
      one.squares.includes(key) ? { ...one, ...middle(one.squares.map((corner) => squares[corner]!)) } : one,
    ]),
  );
  return { ...map, squares, districts };
}

/** A square whose middle lies on a road that does not end there, and that road. */
export function squareOnRoad(map: MapFile): { square: string; alley: string } | null {
  const plan = new Plan(map);
  for (const { key: alley, course } of plan.alleys.values())
    for (const { key: square, ...at } of plan.squares.values())
      if (!endsOf(alley).includes(square) && course.off(at) < ROAD) return { square, alley };
  return null;
}

function freeKey(taken: object, names: readonly string[], prefix: string): string {
  const found = names.find((one) => !(one in taken));
  if (found) return found;
  for (let number = 1; ; number++) if (!(`${prefix}${number}` in taken)) return `${prefix}${number}`;
}

/** A new square; in the middle of a district it splits it into three. */
export function withSquare(map: MapFile, { x, y }: Point): { map: MapFile; key: string } {
  const key = freeKey(map.squares, LETTERS, "S");
  const around = Object.entries(map.districts).find(([, one]) =>
    inside(
      { x, y },
      one.squares.map((corner) => map.squares[corner]!),
    ),
  );
  let next: MapFile = { ...map, squares: { ...map.squares, [key]: { name: key, x, y } } };
  if (around) {
    next = without(next, { kind: "districts", key: around[0] });
    for (const corner of around[1].squares) next = withAlley(next, corner, key).map;
  }
  return { map: next, key };
}

/** A new alley, as long as there is room for spaces; triangles that it closes become districts. */
export function withAlley(map: MapFile, a: string, b: string): { map: MapFile; key: string } {
  const [known] = alleysBetween(map, a, b);
  if (known || a === b) return known ? withSecondAlley(map, known) : { map, key: "" };
  const key = `${a}-${b}`;
  const [from, to] = [map.squares[a]!, map.squares[b]!];
  const room = Math.floor((distance(from, to) - 2 * (map.radius ?? 58)) / (map.space ?? USUAL_SPACE));
  const values = Array.from({ length: Math.max(2, Math.min(6, room)) }, (_, at) => 1 + (at % 2));
  const next = { ...map, alleys: { ...map.alleys, [key]: { name: alleyName(key), values } } };
  return { map: closings(next, [a, b]).reduce((one, corners) => withDistrict(one, corners), next), key };
}

const SECOND_BEND = 0.2;

/** A second alley between two squares, as a bow on the side where the first borders no district; else the first. */
function withSecondAlley(map: MapFile, known: string): { map: MapFile; key: string } {
  const key = `${known}.2`;
  const bordering = Object.entries(map.districts).filter(([, one]) => sidesOf(map, one).includes(known));
  const taken = new Set(bordering.map(([, one]) => sideOf(map, endsOf(known), one.squares)));
  const side = [1, -1].find((free) => !taken.has(free));
  if (!side || key in map.alleys || known.includes(".")) return { map, key: known };
  const { values } = map.alleys[known]!;
  const second = { name: alleyName(key), values, bend: side * SECOND_BEND };
  const named = bordering.map(([district, one]) => [district, { ...one, alleys: sidesOf(map, one) }]);
  const districts = { ...map.districts, ...(Object.fromEntries(named) as MapFile["districts"]) };
  return { map: { ...map, alleys: { ...map.alleys, [key]: second }, districts }, key };
}

export function withDistrict(map: MapFile, squares: string[]): MapFile {
  const key = freeKey(map.districts, [], "D");
  const at = middle(squares.map((corner) => map.squares[corner]!));
  const sides = squares.map((square, index) => alleysBetween(map, square, squares[(index + 1) % 3]!));
  // of two alleys the one that bends towards the district
  const nearest = sides.map((both) =>
    both.reduce((one, two) => (towards(map, two, squares) > towards(map, one, squares) ? two : one)),
  );
  const alleys = sides.some((both) => both.length > 1) ? { alleys: nearest } : {};
  return {
    ...map,
    districts: { ...map.districts, [key]: { name: key, squares, ...alleys, ...at } },
  };
}

const towards = (map: MapFile, alley: string, squares: string[]): number =>
  (map.alleys[alley]!.bend ?? 0) * sideOf(map, endsOf(alley), squares);

/** Every empty triangle of alleys becomes a district. */
export function filled(map: MapFile): MapFile {
  return Object.keys(map.alleys).reduce(
    (one, alley) => closings(one, endsOf(alley)).reduce((two, corners) => withDistrict(two, corners), one),
    map,
  );
}

function kept<T>(all: Record<string, T>, keep: (key: string, one: T) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([key, one]) => keep(key, one)));
}

/** Without a place, and without what cannot be there any more. */
export function without(map: MapFile, { kind, key }: Place): MapFile {
  const districts = kept(map.districts, (district, one) =>
    kind === "districts" ? district !== key : !(kind === "squares" ? one.squares : sidesOf(map, one)).includes(key),
  );
  if (kind === "districts") return { ...map, districts };
  if (kind === "alleys") return { ...map, districts, alleys: kept(map.alleys, (alley) => alley !== key) };
  return {
    ...map,
    squares: kept(map.squares, (square) => square !== key),
    alleys: kept(map.alleys, (alley) => !endsOf(alley).includes(key)),
    districts,
  };
}

export function renamed(map: MapFile, { kind, key }: Place, called: string): MapFile {
  return { ...map, [kind]: { ...map[kind], [key]: { ...map[kind][key]!, name: called } } };
}

export function withValues(map: MapFile, alley: string, values: number[]): MapFile {
  return { ...map, alleys: { ...map.alleys, [alley]: { ...map.alleys[alley]!, values } } };
}

/** As far as the engine allows; almost straight is straight. */
const MOST_BENT = 0.3;
const STRAIGHT = 0.02;

export function bent(map: MapFile, key: string, bend: number): MapFile {
  const { bend: _before, ...alley } = map.alleys[key]!;
  const rounded = Math.round(1000 * Math.min(MOST_BENT, Math.max(-MOST_BENT, bend))) / 1000;
  const own = Math.abs(rounded) < STRAIGHT ? alley : { ...alley, bend: rounded };
  return { ...map, alleys: { ...map.alleys, [key]: own } };
}

function everywhere(map: MapFile, at: (point: Point) => Point): MapFile {
  const shifted = <T extends Point>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).map(([key, one]) => [key, { ...one, ...at(one) }]));
  return { ...map, squares: shifted(map.squares), districts: shifted(map.districts) };
}

export function mirrored(map: MapFile, upright: boolean): MapFile {
  const height = heightOf(map);
  const flipped = Object.keys(map.alleys).reduce((one, key) => bent(one, key, -(map.alleys[key]!.bend ?? 0)), map);
  return everywhere(flipped, ({ x, y }) => (upright ? { x, y: height - y } : { x: WIDTH - x, y }));
}

/** A quarter turn, as large as the sheet allows: lengths change, so each alley finds its own size of spaces again. */
export function turned(map: MapFile): MapFile {
  const height = heightOf(map);
  const { space: _space, radius: _radius, ...rest } = map;
  const [wide, high] = [WIDTH - 2 * EDGE, height - 2 * EDGE];
  const corners = Object.values(map.squares).map(({ x, y }) => ({ x: -y, y: x }));
  const [left, top] = [Math.min(...corners.map(({ x }) => x)), Math.min(...corners.map(({ y }) => y))];
  const across = Math.max(...corners.map(({ x }) => x)) - left || 1;
  const down = Math.max(...corners.map(({ y }) => y)) - top || 1;
  const scale = Math.min(wide / across, high / down);
  const [x0, y0] = [(WIDTH - across * scale) / 2, (height - down * scale) / 2];
  return everywhere(rest, ({ x, y }) => ({
    x: Math.round(x0 + (-y - left) * scale),
    y: Math.round(y0 + (x - top) * scale),
  }));
}
