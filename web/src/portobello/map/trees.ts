/** Trees: in the parks outside the districts, and in their gardens. */
import { LOOK, tree as painted } from "./look";
import { fromSegment } from "./course";
import { distance, WIDTH, type Plan, type Point } from "./plan";
import type { Draw } from "./random";
import { n } from "./svg";

interface Tree extends Point {
  r: number;
}

/** Places a tree must keep clear of: cartouche, compass, pond. */
export interface Keep {
  x: number;
  y: number;
  width: number;
  height: number;
}

function drawn(tree: Tree, tone: number): string {
  const { x, y, r } = tree;
  const lobes = 7;
  const rim = Array.from({ length: lobes }, (_, i) => {
    const angle = (i * 2 * Math.PI) / lobes + x;
    return `${n(x + r * 0.82 * Math.cos(angle))} ${n(y + r * 0.82 * Math.sin(angle))}`;
  });
  const arcs = rim.map((_, i) => `A${n(r * 0.42)} ${n(r * 0.42)} 0 0 1 ${rim[(i + 1) % lobes]}`).join("");
  return `<path d="M${rim[0]}${arcs}Z" ${painted(tone)}/><circle cx="${n(x - r * 0.28)}" cy="${n(y - r * 0.3)}" r="${n(r * 0.36)}" ${LOOK.treetop}/>`;
}

function shadow({ x, y, r }: Tree): string {
  const [rx, ry] = [n(r * 0.95), n(r * 0.85)];
  return `M${n(x - r * 0.9 + 3)} ${n(y + 4)}a${rx} ${ry} 0 1 0 ${n(r * 1.9)} 0a${rx} ${ry} 0 1 0 ${n(-r * 1.9)} 0Z`;
}

function within(p: Point, corners: readonly Point[]): boolean {
  const turns = corners.map((a, i) => {
    const b = corners[(i + 1) % corners.length]!;
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
  });
  return turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0);
}

export function parks(plan: Plan, draw: Draw, keep: readonly Keep[]): string {
  const blocks = [...plan.districts.values()].map((district) => district.squares.map((key) => plan.squares.get(key)!));
  const streets = [...plan.alleys.values()].map(({ course }) => course);
  const squares = [...plan.squares.values()];
  const trees: Tree[] = [];
  for (let attempt = 0; attempt < 7000; attempt++) {
    const tree = { x: draw.between(66, WIDTH - 66), y: draw.between(66, plan.height - 66), r: 0 };
    tree.r = draw.next() < 0.5 ? draw.between(6, 9) : draw.between(9, 15);
    const { x, y, r } = tree;
    if (Math.sin(x / 70) + Math.sin(y / 55 + x / 190) < -0.55) continue; // clearings
    if (x - r < 60 || x + r > WIDTH - 60 || y - r < 60 || y + r > plan.height - 60) continue;
    if (keep.some((k) => x > k.x - r && x < k.x + k.width + r && y > k.y - r && y < k.y + k.height + r)) continue;
    if (blocks.some((corners) => within(tree, corners))) continue;
    if (streets.some((course) => course.off(tree) < 48 * plan.scale + r)) continue;
    if (squares.some((square) => distance(tree, square) < plan.radius + 20 + r)) continue;
    if (trees.some((other) => distance(tree, other) < (r + other.r) * 1.02 + 1.5)) continue;
    trees.push(tree);
  }
  const shadows = `<path d="${trees.map(shadow).join("")}" ${LOOK.shade}/>`;
  return (
    shadows +
    trees
      .toSorted((a, b) => a.y - b.y)
      .map((tree) => drawn(tree, draw.below(4)))
      .join("")
  );
}

/** Trees in the garden of a district, clear of its emblem and name. */
export function garden(plan: Plan, draw: Draw, corners: readonly Point[], middle: Point): string {
  const [a, b, c] = corners as [Point, Point, Point];
  const squares = [...plan.squares.values()];
  const trees: Tree[] = [];
  for (let attempt = 0; attempt < 140; attempt++) {
    let [s, t] = [draw.next(), draw.next()];
    if (s + t > 1) [s, t] = [1 - s, 1 - t];
    const tree = {
      x: a.x + s * (b.x - a.x) + t * (c.x - a.x),
      y: a.y + s * (b.y - a.y) + t * (c.y - a.y),
      r: draw.between(5, 8.5),
    };
    const { x, y, r } = tree;
    if (corners.some((corner, i) => fromSegment(tree, corner, corners[(i + 1) % 3]!) < r + 1)) continue;
    if (Math.hypot((x - middle.x) * 0.82, y - middle.y - 4) < 56 + r * 0.5) continue;
    if (squares.some((square) => distance(tree, square) < plan.radius + 22 + r)) continue;
    if (trees.some((other) => distance(tree, other) < r + other.r)) continue;
    trees.push(tree);
  }
  return trees
    .map((tree) => {
      const { x, y, r } = tree;
      const shade = `<ellipse cx="${n(x + 2)}" cy="${n(y + 2.6)}" rx="${n(r)}" ry="${n(r * 0.9)}" ${LOOK.shade}/>`;
      return shade + drawn(tree, draw.below(4));
    })
    .join("");
}
