/** The course of an alley: straight, or a bow. Which way it goes matters to the drawing alone. */
export interface Point {
  x: number;
  y: number;
}

const PARTS = 24; // of a bow, each taken as straight

const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + share * (b.x - a.x),
  y: a.y + share * (b.y - a.y),
});
const written = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
/** `Math.hypot` minds numbers far beyond a map's, and takes ten times as long. */
const long = (dx: number, dy: number): number => Math.sqrt(dx * dx + dy * dy);
export const distance = (a: Point, b: Point): number => long(b.x - a.x, b.y - a.y);

/** The distance of a point from a stretch of street. */
export function fromSegment(p: Point, a: Point, b: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const along = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return long(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

/** How far a point is to the right of the way from `a` to `b`, in parts of its length. */
export function bendTo(a: Point, b: Point, p: Point): number {
  const length = distance(a, b) || 1;
  return ((p.y - a.y) * (b.x - a.x) - (p.x - a.x) * (b.y - a.y)) / length ** 2;
}

export class Course {
  readonly length: number;
  /** As an SVG path. */
  readonly path: string;
  private readonly parts: [Point, Point][];

  /** `bend`: how far its middle is to the right of the straight line, in parts of that line's length. */
  constructor(
    a: Point,
    b: Point,
    readonly bend = 0,
  ) {
    const middle = between(a, b, 0.5);
    // a parabola's middle is half as far off as the point that draws it
    const pull = { x: middle.x - 2 * bend * (b.y - a.y), y: middle.y + 2 * bend * (b.x - a.x) };
    const points = bend
      ? Array.from({ length: PARTS + 1 }, (_, part) => {
          const share = part / PARTS;
          return between(between(a, pull, share), between(pull, b, share), share);
        })
      : [a, b];
    this.parts = points.slice(1).map((to, at) => [points[at]!, to]);
    this.length = this.parts.reduce((sum, [from, to]) => sum + distance(from, to), 0);
    this.path = `M${written(a)}${bend ? `Q${written(pull)} ` : "L"}${written(b)}`;
  }

  /** The place so far along it, and its direction there as a unit vector. */
  at(far: number): Point & { along: Point } {
    let left = far;
    let [from, to] = this.parts[0]!;
    for (const [start, end] of this.parts) {
      [from, to] = [start, end];
      if (left <= distance(from, to)) break;
      left -= distance(from, to);
    }
    const length = distance(from, to) || 1;
    return {
      ...between(from, to, left / length),
      along: { x: (to.x - from.x) / length, y: (to.y - from.y) / length },
    };
  }

  /** The distance of a point from it. */
  off(p: Point): number {
    let least = Infinity;
    for (const [from, to] of this.parts) least = Math.min(least, fromSegment(p, from, to));
    return least;
  }
}
