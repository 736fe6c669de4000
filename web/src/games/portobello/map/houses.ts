/** The blocks of little houses in the districts: terraces along the alleys, flat-iron houses at the corners. */
import type { Course } from "./course";
import { LOOK, lawn, roof } from "./look";
import { distance, unit, type DistrictPlan, type Plan, type Point } from "./plan";
import type { Draw } from "./random";
import { merged, n, outline, type Shape } from "./svg";
import { garden } from "./trees";

/** The distance of a terrace from the middle of its alley. */
const SETBACK = 38;
const FAMILIES = 5;

/** Neighbouring districts get roofs of different families. */
export function roofFamilies(plan: Plan): Map<string, number> {
  const chosen = new Map<string, number>();
  for (const district of plan.districts.values()) {
    const near = district.alleys.flatMap((alley) => plan.alleys.get(alley)!.districts);
    const taken = new Set(near.map((key) => chosen.get(key)));
    const counts = Array.from(
      { length: FAMILIES },
      (_, f) => [...chosen.values()].filter((other) => other === f).length,
    );
    const free = counts.map((count, f) => ({ count, f })).filter(({ f }) => !taken.has(f));
    chosen.set(district.key, free.toSorted((a, b) => a.count - b.count || a.f - b.f)[0]?.f ?? 0);
  }
  return chosen;
}

class Block {
  private readonly corners: Point[];
  private readonly depth: number;
  private readonly outer: Point[];
  private readonly inner: Point[];
  /** The alleys around that are not straight: no house may stand in their way. */
  private readonly bows: Course[];
  private readonly lit: string[][] = [[], [], []];
  private readonly dark: string[][] = [[], [], []];
  private readonly lines: string[] = [];
  private readonly chimneys: string[] = [];
  private readonly pots: string[] = [];
  private readonly windows: string[] = [];
  private readonly outlines: string[] = [];
  private readonly shadows: string[] = [];

  constructor(
    private readonly plan: Plan,
    private readonly district: DistrictPlan,
    private readonly draw: Draw,
  ) {
    const [a, b, c] = district.squares.map((key): Point => plan.squares.get(key)!) as [Point, Point, Point];
    this.bows = district.alleys.map((key) => plan.alleys.get(key)!.course).filter(({ bend }) => bend);
    const turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    this.corners = turn < 0 ? [a, c, b] : [a, b, c];
    this.outer = this.inset(0);
    const [p, q, r] = this.outer as [Point, Point, Point];
    const around = distance(p, q) + distance(q, r) + distance(r, p);
    const area = Math.abs((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)) / 2;
    this.depth = Math.max(15, Math.min(25, ((2 * area) / around) * 0.34)) * plan.scale;
    this.inner = this.inset(this.depth);
  }

  /** The district's triangle, inset from the middle of its alleys. */
  private inset(extra: number): Point[] {
    const off = SETBACK * this.plan.scale + extra;
    const sides = this.corners.map((a, i) => {
      const along = unit(a, this.corners[(i + 1) % 3]!);
      return { x: a.x - along.y * off, y: a.y + along.x * off, dx: along.x, dy: along.y };
    });
    return sides.map((side, i) => {
      const before = sides[(i + 2) % 3]!;
      const cross = before.dx * side.dy - before.dy * side.dx;
      const t = ((side.x - before.x) * side.dy - (side.y - before.y) * side.dx) / cross;
      return { x: before.x + before.dx * t, y: before.y + before.dy * t };
    });
  }

  private roof(tone: number, faces: [Point[], Point[]], firstLit: boolean): void {
    (firstLit ? this.lit : this.dark)[tone]!.push(outline(faces[0]));
    (firstLit ? this.dark : this.lit)[tone]!.push(outline(faces[1]));
  }

  private footprint(points: Point[]): void {
    this.outlines.push(outline(points));
    this.shadows.push(outline(points.map((p) => ({ x: p.x + 4, y: p.y + 5 }))));
  }

  private terrace(side: number): void {
    const { draw, depth, plan } = this;
    const a = this.outer[side]!;
    const along = unit(a, this.outer[(side + 1) % 3]!);
    const at = (t: number, h: number): Point => ({
      x: a.x + along.x * t - along.y * h,
      y: a.y + along.y * t + along.x * h,
    });
    const project = (p: Point) => (p.x - a.x) * along.x + (p.y - a.y) * along.y;
    const [from, to] = [project(this.inner[side]!), project(this.inner[(side + 1) % 3]!)];
    if (to - from < 16) return;
    const lit = along.y * 0.6 - along.x * 0.8 < 0; // the street side is lit when it faces the upper left
    const widths = Array.from({ length: Math.max(1, Math.round((to - from) / 17)) }, () => draw.between(0.8, 1.2));
    const total = widths.reduce((sum, width) => sum + width, 0);
    let t = from;
    for (const width of widths) {
      const end = t + (width / total) * (to - from);
      const corners = [at(t, 0), at(end, 0), at(end, depth), at(t, depth)];
      const clear = corners.every(
        (p) =>
          [...plan.squares.values()].every((s) => distance(p, s) > plan.radius + 15) &&
          this.bows.every((course) => course.off(p) > SETBACK * plan.scale - 1),
      );
      if (clear) this.house(at, t, end, corners, lit);
      t = end;
    }
  }

  private house(at: (t: number, h: number) => Point, t: number, end: number, corners: Point[], lit: boolean): void {
    const { draw, depth } = this;
    const ridge = depth / 2 + draw.of([-1.5, 0, 0, 1.5]);
    this.roof(
      draw.below(3),
      [
        [at(t, 0), at(end, 0), at(end, ridge), at(t, ridge)],
        [at(t, ridge), at(end, ridge), at(end, depth), at(t, depth)],
      ],
      lit,
    );
    this.footprint(corners);
    const [r0, r1] = [at(t, ridge), at(end, ridge)];
    this.lines.push(`M${n(r0.x)} ${n(r0.y)}L${n(r1.x)} ${n(r1.y)}`);
    const box = (m: number, h: number, w: number, d: number) =>
      outline([at(m - w, h - d), at(m + w, h - d), at(m + w, h + d), at(m - w, h + d)]);
    this.chimneys.push(box(t + 1.5, ridge, 2.2, 3.2));
    for (const off of [-1.5, 1.5]) {
      const pot = at(t + 1.5, ridge + off);
      this.pots.push(`M${n(pot.x)} ${n(pot.y)}h0`); // a line without length, with round ends
    }
    if (draw.next() < 0.62) {
      this.windows.push(box((t + end) / 2 + draw.between(-1, 1), depth * (draw.next() < 0.5 ? 0.22 : 0.76), 2.1, 1.7));
    }
  }

  /** A flat-iron house fills a corner as far as the square leaves room. */
  private corner(i: number): void {
    const c = this.outer[i]!;
    const inner = this.inner[i]!;
    const one = unit(c, this.outer[(i + 1) % 3]!);
    const two = unit(c, this.outer[(i + 2) % 3]!);
    const reach = (inner.x - c.x) * one.x + (inner.y - c.y) * one.y;
    const at = (e: Point, z: number): Point => ({ x: c.x + e.x * z, y: c.y + e.y * z });
    const square = this.corners[i]!;
    let start = 3;
    while (start < reach && [one, two].some((e) => distance(at(e, start), square) < this.plan.radius + 19)) start++;
    if (reach - start < 9) return;
    const [a1, a2, b1, b2] = [at(one, start), at(two, start), at(one, reach), at(two, reach)];
    const middle = { x: (a1.x + a2.x) / 2, y: (a1.y + a2.y) / 2 };
    this.roof(
      0,
      [
        [middle, a1, b1, inner],
        [middle, a2, b2, inner],
      ],
      one.x * 0.8 - one.y * 0.6 > 0,
    );
    this.footprint([a1, b1, inner, b2, a2]);
    this.lines.push(`M${n(middle.x)} ${n(middle.y)}L${n(inner.x)} ${n(inner.y)}`);
  }

  /** In layers, from the bottom. */
  layers(family: number, ground: number): Shape[][] {
    for (let i = 0; i < 3; i++) this.terrace(i);
    for (let i = 0; i < 3; i++) this.corner(i);
    const green = this.inset(this.depth + 9);
    const of = (look: string, parts: string[]) => parts.map((d) => ({ d, look }));
    const roofs = (parts: string[][]) => parts.flatMap((some, tone) => of(roof(family, tone), some));
    return [
      of(LOOK.yard, [outline(this.inset(-2))]),
      of(lawn(ground), [outline(green)]),
      of(LOOK.shade, this.shadows),
      roofs(this.lit),
      roofs(this.dark),
      of(LOOK.roofshade, this.dark.flat()),
      of(LOOK.roofline, this.outlines),
      of(LOOK.ridge, this.lines),
      of(LOOK.window, this.windows),
      of(LOOK.chimney, this.chimneys),
      of(LOOK.pot, this.pots),
      ...garden(this.plan, this.draw, green, this.district),
    ];
  }
}

export function blocks(plan: Plan, draw: Draw): string {
  const families = roofFamilies(plan);
  const all = [...plan.districts.values()].map((district, index) =>
    new Block(plan, district, draw).layers(families.get(district.key)!, (index + 1) % 3),
  );
  return merged((all[0] ?? []).map((_, layer) => all.flatMap((block) => block[layer]!))); // streets lie between them
}
