/** The course of an alley, as `drawing/course.py` has it, for the page's map. */
import { Course as Way, pulled } from "../../../local/generated/speech/games/portobello/drawing/course.js";

export interface Point {
  x: number;
  y: number;
}

const written = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
const pair = ({ x, y }: Point) => [x, y] as const;
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
  /** As an SVG path. */
  readonly path: string;
  /** The same, as the drawing in Python has it. */
  readonly way: Way;
  private readonly points: Point[];

  /** `bend`: how far its middle is to the right of the straight line, in parts of that line's length. */
  constructor(
    a: Point,
    b: Point,
    readonly bend = 0,
  ) {
    const ends = [pair(a), pair(b)] as const;
    const pull = bend ? pulled(...ends, bend) : null;
    this.way = new Way(...ends, pull);
    this.points = (this.way.points as [number, number][]).map(([x, y]) => ({ x, y }));
    this.path = `M${written(a)}${pull ? `Q${written({ x: pull[0], y: pull[1] })} ` : "L"}${written(b)}`;
  }

  get length(): number {
    return this.way.length;
  }

  /** The place so far along it, and its direction there as a unit vector. */
  at(far: number): Point & { along: Point } {
    const [x, y, dx, dy] = this.way.along(far);
    return { x, y, along: { x: dx, y: dy } };
  }

  /** The distance of a point from it. */
  off(p: Point): number {
    return Math.min(...this.points.slice(1).map((to, at) => fromSegment(p, this.points[at]!, to)));
  }
}
