/** Trees: in the parks outside the districts, and in their gardens. */
import { LOOK, tree as painted } from "./look";
import { fromSegment } from "./course";
import { distance, WIDTH, type Plan, type Point } from "./plan";
import type { Draw } from "./random";
import { disc, merged, n, oval, type Shape } from "./svg";

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

/** No two trees touch that are farther apart than this. */
const ROW = 33;

/** Its crown and the light on it. */
function crown({ x, y, r }: Tree): { rim: string; light: string } {
  const lobes = 7;
  const rim = Array.from({ length: lobes }, (_, i) => {
    const angle = (i * 2 * Math.PI) / lobes + x;
    return `${n(x + r * 0.82 * Math.cos(angle))} ${n(y + r * 0.82 * Math.sin(angle))}`;
  });
  const arcs = rim.map((_, i) => `A${n(r * 0.42)} ${n(r * 0.42)} 0 0 1 ${rim[(i + 1) % lobes]}`).join("");
  return { rim: `M${rim[0]}${arcs}Z`, light: disc(x - r * 0.28, y - r * 0.3, r * 0.36) };
}

/** Trees that stand apart, each of a tone by chance, in layers: shadows, crowns, the light on them. */
function wood(trees: readonly Tree[], draw: Draw, shadow: (tree: Tree) => string): Shape[][] {
  const crowns = trees.map(crown);
  return [
    trees.map((tree) => ({ d: shadow(tree), look: LOOK.shade })),
    crowns.map(({ rim }) => ({ d: rim, look: painted(draw.below(4)) })),
    crowns.map(({ light }) => ({ d: light, look: LOOK.treetop })),
  ];
}

/** The long shadow of a park's tree. */
function shadow({ x, y, r }: Tree): string {
  return oval(x + 0.05 * r + 3, y + 4, 0.95 * r, 0.85 * r);
}

function within(p: Point, corners: readonly Point[]): boolean {
  let [left, right] = [false, false];
  let a = corners.at(-1)!;
  for (const b of corners) {
    const turn = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    left ||= turn <= 0;
    right ||= turn >= 0;
    a = b;
  }
  return !left || !right;
}

export function parks(plan: Plan, draw: Draw, keep: readonly Keep[]): string {
  const blocks = [...plan.districts.values()].map((district) => district.squares.map((key) => plan.squares.get(key)!));
  const streets = [...plan.alleys.values()].map(({ course }) => course);
  const squares = [...plan.squares.values()];
  const rows: Tree[][] = []; // only those in the same row and beside it can be close
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
    const row = Math.floor(y / ROW);
    const close = (other: Tree) => distance(tree, other) < (r + other.r) * 1.02 + 1.5;
    if ([row - 1, row, row + 1].some((near) => rows[near]?.some(close))) continue;
    (rows[row] ??= []).push(tree);
  }
  const trees = rows.flat().toSorted((a, b) => a.y - b.y);
  return merged(wood(trees, draw, shadow));
}

/** Trees in the garden of a district, clear of its emblem and name. */
export function garden(plan: Plan, draw: Draw, corners: readonly Point[], middle: Point): Shape[][] {
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
  return wood(trees, draw, ({ x, y, r }) => oval(x + 2, y + 2.6, r, 0.9 * r));
}
