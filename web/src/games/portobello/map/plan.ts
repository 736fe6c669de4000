/**
 * The layout of a map: squares, pitches, names, districts, the score track around the rim.
 * Works for any map: what a map file leaves out (size of a pitch, of a square) is chosen to fit.
 */
import { Course, distance, fromSegment, type Point } from "./course";
import { outline } from "./svg";

export { distance, type Point } from "./course";

export interface MapFile {
  name: string;
  size?: [number, number];
  space?: number;
  radius?: number;
  squares: Record<string, { name: string; x: number; y: number }>;
  /** `bend`: how far an alley's middle is off the straight line, in parts of its length, to the right. */
  alleys: Record<string, { name: string; values: number[]; bend?: number }>;
  /** `alleys`: where more than one joins two of the squares. */
  districts: Record<string, { name: string; squares: string[]; alleys?: string[]; x: number; y: number }>;
}

/** The two squares of an alley: "A-B", or "A-B.2" for a second one. Keys of squares have no hyphen or full stop. */
export const endsOf = (alley: string): [string, string] => alley.split(".")[0]!.split("-") as [string, string];

export interface PitchPlace extends Point {
  alley: string;
  space: number;
  value: number;
  /** Rotated with its alley, folded into ±90° so that nothing is upside down. */
  angle: number;
  /** Its size relative to the one the pieces are drawn in. */
  scale: number;
}

export interface AlleyPlan {
  key: string;
  name: string;
  ends: [string, string];
  values: number[];
  districts: string[];
  course: Course;
  pitches: PitchPlace[];
  /** Where the name goes, and the seal of a scored alley on the other side. */
  label: Point & { angle: number };
  seal: Point;
  middle: Point;
}

export interface DistrictPlan extends Point {
  key: string;
  name: string;
  lines: string[];
  squares: string[];
  /** From corner to corner, as an SVG path. */
  outline: string;
  alleys: string[];
}

export interface SquarePlan extends Point {
  key: string;
  name: string;
}

/** The drawing is always this wide; a map's own units are scaled to it. */
export const WIDTH = 1500;
export const EDGE = 130;
export const TRACK = 130;
const TRACK_EDGE = 8;
const PITCH = 78;
/** How much larger than usual a pitch may get where there is room. */
const ROOMY = 1.3;
const RADIUS = 58;
/** How far the paving of a square goes beyond it. */
export const RIM = 13;

export function unit(a: Point, b: Point): { x: number; y: number; length: number } {
  const length = distance(a, b) || 1;
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length, length };
}

/** The angle of a direction, such that nothing is upside down. */
function folded({ x, y }: Point): number {
  const angle = (Math.atan2(y, x) * 180) / Math.PI;
  return angle >= -90 && angle < 90 ? angle : angle > 0 ? angle - 180 : angle + 180;
}

/** Breaks words into as many short lines as they need. */
export function wrap(name: string, most = 10): string[] {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const last = lines.length - 1;
    if (last >= 0 && `${lines[last]} ${word}`.length <= most) lines[last] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}

export class Plan {
  readonly name: string;
  readonly height: number;
  /** Radius of a square, and the size of streets and names relative to the one they are drawn in. */
  readonly radius: number;
  readonly scale: number;
  readonly squares: ReadonlyMap<string, SquarePlan>;
  readonly alleys: ReadonlyMap<string, AlleyPlan>;
  readonly districts: ReadonlyMap<string, DistrictPlan>;
  /** The length of a pitch as the map file gives it; 0: as each alley has room. */
  private readonly space: number = 0;
  private readonly fit: ((at: Point) => Point) & { scale: number };
  private readonly ends = new Map<string, [SquarePlan, SquarePlan]>();
  private readonly track: Point[];
  readonly cell: { width: number; height: number };

  /** `whole`: the plan of the map of which this file is a part, to be drawn in the same size. */
  constructor(
    readonly file: MapFile,
    whole?: Plan,
  ) {
    this.name = file.name;
    const [width, height] = file.size ?? [1500, 1000];
    this.height = Math.round((WIDTH * height) / width);
    const fit = (this.fit = whole?.fit ?? this.fitting(width));
    this.squares = new Map(Object.entries(file.squares).map(([key, at]) => [key, { key, name: at.name, ...fit(at) }]));
    this.radius = whole?.radius ?? fit.scale * (file.radius ?? this.roomyRadius());
    this.space = fit.scale * (file.space ?? 0);
    this.scale = whole?.scale ?? Math.min((this.space || this.usualSpace()) / PITCH, this.radius / RADIUS);
    const sides = this.sides();
    this.districts = new Map(
      Object.entries(file.districts).map(([key, at]) => [
        key,
        {
          key,
          name: at.name,
          lines: wrap(at.name),
          squares: at.squares,
          outline: outline(at.squares.map((corner) => this.squares.get(corner)!)),
          alleys: sides.of(at),
          ...fit(at),
        },
      ]),
    );
    this.alleys = new Map(
      Object.keys(file.alleys).map((key) => [key, this.alley(key, sides.districts.get(key) ?? [])]),
    );
    const columns = Math.round((TRACK / 2 + 2) * (WIDTH / (WIDTH + this.height)));
    const rows = TRACK / 2 + 2 - columns;
    this.cell = { width: (WIDTH - 2 * TRACK_EDGE) / columns, height: (this.height - 2 * TRACK_EDGE) / rows };
    this.track = whole?.track ?? this.trackCells(columns, rows);
  }

  /** The same drawing with some of its places alone. */
  only(wanted: (kind: "squares" | "alleys" | "districts", key: string) => boolean): Plan {
    const some = <T>(kind: "squares" | "alleys" | "districts", all: ReadonlyMap<string, T>) =>
      new Map([...all].filter(([key]) => wanted(kind, key)));
    return Object.assign(Object.create(Plan.prototype) as Plan, this, {
      squares: some("squares", this.squares),
      alleys: some("alleys", this.alleys),
      districts: some("districts", this.districts),
    });
  }

  /** From the map's units to the drawing's: unchanged unless squares would lie on the score track. */
  private fitting(width: number): ((at: Point) => Point) & { scale: number } {
    const all = Object.values(this.file.squares);
    let scale = WIDTH / width;
    const [left, right] = [Math.min(...all.map((s) => s.x)), Math.max(...all.map((s) => s.x))];
    const [top, bottom] = [Math.min(...all.map((s) => s.y)), Math.max(...all.map((s) => s.y))];
    const inside =
      Math.min(left, top) * scale >= EDGE - 2 &&
      right * scale <= WIDTH - EDGE + 2 &&
      bottom * scale <= this.height - EDGE + 2;
    if (inside) return Object.assign((at: Point) => ({ x: at.x * scale, y: at.y * scale }), { scale });
    scale = Math.min((WIDTH - 2 * EDGE) / (right - left || 1), (this.height - 2 * EDGE) / (bottom - top || 1));
    const [x0, y0] = [(WIDTH - (left + right) * scale) / 2, (this.height - (top + bottom) * scale) / 2];
    return Object.assign((at: Point) => ({ x: at.x * scale + x0, y: at.y * scale + y0 }), { scale });
  }

  /** The two squares an alley joins. */
  endsOf(key: string): [SquarePlan, SquarePlan] {
    const known = this.ends.get(key);
    if (known) return known;
    const [first, second] = endsOf(key);
    const ends: [SquarePlan, SquarePlan] = [this.squares.get(first)!, this.squares.get(second)!];
    this.ends.set(key, ends);
    return ends;
  }

  private roomyRadius(): number {
    const lengths = Object.keys(this.file.alleys).map((key) => distance(...this.endsOf(key)));
    return Math.min(RADIUS, Math.min(...lengths) / 4) / (WIDTH / (this.file.size?.[0] ?? WIDTH));
  }

  private course(key: string): Course {
    return new Course(...this.endsOf(key), this.file.alleys[key]!.bend);
  }

  /** The length of a pitch: the map's own, else as much as the alley has room for. */
  private spaceIn(key: string): number {
    if (this.space) return this.space;
    const room = (this.course(key).length - 2 * this.radius - 6) / this.file.alleys[key]!.values.length;
    // All streets have the same width, so no pitch may be much larger than usual.
    return Math.min(PITCH, room, this.scale ? this.scale * PITCH * ROOMY : PITCH);
  }

  /** The median pitch by size. */
  private usualSpace(): number {
    const spaces = Object.keys(this.file.alleys)
      .map((key) => this.spaceIn(key))
      .toSorted((a, b) => a - b);
    return spaces[Math.floor(spaces.length / 2)] ?? PITCH;
  }

  private sides() {
    const byEnds = new Map<string, string>();
    for (const key of Object.keys(this.file.alleys)) {
      const names = this.endsOf(key).map((square) => square.key);
      byEnds.set(names.toSorted().join("|"), key);
    }
    const of = ({ squares, alleys }: MapFile["districts"][string]) =>
      alleys ??
      squares.map((square, index) =>
        byEnds.get([square, squares[(index + 1) % squares.length]!].toSorted().join("|"))!,
      );
    const districts = new Map<string, string[]>();
    for (const [key, district] of Object.entries(this.file.districts)) {
      for (const alley of of(district)) districts.set(alley, [...(districts.get(alley) ?? []), key]);
    }
    return { of, districts };
  }

  private alley(key: string, districts: string[]): AlleyPlan {
    const { name, values } = this.file.alleys[key]!;
    const [a, b] = this.endsOf(key);
    const course = this.course(key);
    const length = this.spaceIn(key);
    const scale = Math.min(length / PITCH, this.space ? this.scale : Infinity);
    const start = (course.length - values.length * length) / 2;
    const pitches = values.map((value, space) => {
      const { x, y, along } = course.at(start + (space + 0.5) * length);
      return { alley: key, space, value, angle: folded(along), scale, x, y };
    });
    const { along, ...middle } = course.at(course.length / 2);
    // The name goes where there is most room: outside the map's rim, else towards the farther district.
    const side = (district: DistrictPlan) =>
      (district.x - a.x) * -along.y + (district.y - a.y) * along.x > 0 ? 1 : -1;
    const around = districts.map((district) => this.districts.get(district)!);
    const roomy = around.toSorted((one, two) => fromSegment(two, a, b) - fromSegment(one, a, b))[0];
    const towards = !roomy ? 1 : around.length === 1 ? -side(roomy) : side(roomy); // one being drawn borders none yet
    const beside = (off: number): Point => ({
      x: middle.x - along.y * towards * off,
      y: middle.y + along.x * towards * off,
    });
    return {
      key,
      name,
      values,
      districts,
      course,
      pitches,
      middle,
      ends: [a.key, b.key],
      label: { ...beside(27 * this.scale), angle: folded(along) },
      seal: beside(-26 * this.scale),
    };
  }

  private trackCells(columns: number, rows: number): Point[] {
    const at = (i: number, j: number): Point => ({
      x: TRACK_EDGE + (i + 0.5) * this.cell.width,
      y: TRACK_EDGE + (j + 0.5) * this.cell.height,
    });
    const cells: Point[] = [];
    for (let i = 0; i < columns; i++) cells.push(at(i, 0));
    for (let j = 1; j < rows; j++) cells.push(at(columns - 1, j));
    for (let i = columns - 2; i >= 0; i--) cells.push(at(i, rows - 1));
    for (let j = rows - 2; j > 0; j--) cells.push(at(0, j));
    return cells;
  }

  /** The centre of a field of the score track; a marker past 129 starts a new lap (1.5). */
  field(points: number): Point {
    return this.track[((points % TRACK) + TRACK) % TRACK]!;
  }
}
