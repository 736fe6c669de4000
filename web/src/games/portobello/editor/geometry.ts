/** Triangles of a map that is being drawn. */
import { endsOf, type MapFile, type Point } from "../map/plan";

const turn = (a: Point, b: Point, c: Point) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));

export function inside(at: Point, [a, b, c]: readonly Point[]): boolean {
  const turns = [turn(a!, b!, at), turn(b!, c!, at), turn(c!, a!, at)];
  return turns.every((one) => one > 0) || turns.every((one) => one < 0);
}

export function middle(points: readonly Point[]): Point {
  const mean = (axis: "x" | "y") => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return { x: Math.round(mean("x") * 10) / 10, y: Math.round(mean("y") * 10) / 10 };
}

/** On which side of the way between two squares a district lies: 1 right, −1 left. */
export const sideOf = ({ squares }: MapFile, [a, b]: [string, string], corners: readonly string[]): number =>
  turn(squares[a]!, squares[b]!, squares[corners.find((one) => one !== a && one !== b)!]!);

/** The empty triangles of alleys at an alley that are no district yet: one at most on each side. */
export function closings(map: MapFile, [a, b]: [string, string]): string[][] {
  const joined = new Set(Object.keys(map.alleys).map((key) => endsOf(key).join("-")));
  const has = (one: string, two: string) => joined.has(`${one}-${two}`) || joined.has(`${two}-${one}`);
  const [from, to] = [map.squares[a]!, map.squares[b]!];
  const sides = new Set(
    Object.values(map.districts)
      .filter(({ squares }) => squares.includes(a) && squares.includes(b))
      .map(({ squares }) => sideOf(map, [a, b], squares)),
  );
  const found: string[][] = [];
  for (const c of Object.keys(map.squares)) {
    if (c === a || c === b || !has(a, c) || !has(b, c)) continue;
    const corners = [a, b, c];
    const points = corners.map((key) => map.squares[key]!);
    const side = turn(from, to, points[2]!);
    const empty = Object.entries(map.squares).every(([key, at]) => corners.includes(key) || !inside(at, points));
    if (side === 0 || sides.has(side) || !empty || crowded(map, corners)) continue;
    sides.add(side);
    found.push(corners);
  }
  return found;
}

/** Whether a further district would overlap another at one of the other two sides. */
function crowded(map: MapFile, [a, b, c]: string[]): boolean {
  const at = (key: string) => map.squares[key]!;
  return [
    [a!, c!, b!],
    [b!, c!, a!],
  ].some(([one, two, third]) =>
    Object.values(map.districts).some(({ squares }) => {
      if (!squares.includes(one!) || !squares.includes(two!)) return false;
      const other = squares.find((key) => key !== one && key !== two)!;
      return turn(at(one!), at(two!), at(other)) === turn(at(one!), at(two!), at(third!));
    }),
  );
}
