/** Where the places of a board are, and what a pointer or a key reaches there. */
import type { DrawingColour } from "../../table/table";

export interface Point {
  x: number;
  y: number;
}

/** A place as it is drawn: its middle, its size, how it is turned. */
export interface Spot extends Point {
  place: string;
  width: number;
  height: number;
  /** In degrees. */
  angle?: number;
  /** A circle, else a rectangle. */
  round?: boolean;
}

/** The place at a point: the smallest, where one lies on another. */
export function spotAt(spots: readonly Spot[], at: Point): Spot | null {
  const there = spots.filter((spot) => isIn(spot, at));
  return there.toSorted((a, b) => a.width * a.height - b.width * b.height)[0] ?? null;
}

function isIn({ x, y, width, height, angle = 0, round }: Spot, at: Point): boolean {
  const [dx, dy] = [at.x - x, at.y - y];
  if (round) return Math.hypot(dx, dy) <= width / 2;
  const turn = (-angle * Math.PI) / 180;
  const across = dx * Math.cos(turn) - dy * Math.sin(turn);
  const down = dx * Math.sin(turn) + dy * Math.cos(turn);
  return Math.abs(across) <= width / 2 && Math.abs(down) <= height / 2;
}

const WAYS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The place that an arrow key leads to: near, and rather ahead than aside. Null: it is no arrow key. */
export function beside(spots: readonly Spot[], from: Spot, key: string): Spot | null {
  const way = WAYS[key];
  if (!way) return null;
  let best: Spot = from;
  let least = Infinity;
  for (const spot of spots) {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y];
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    if (spot === from || ahead <= 0 || aside > 2 * ahead) continue;
    const far = ahead + 2 * aside;
    if (far < least) [best, least] = [spot, far];
  }
  return best;
}

/** An arrow between two places, as the corners of a polygon; it ends before the middle of what it points at. */
export function arrow(from: Spot, to: Spot | Point, thick: number): string {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / long, y: (to.y - from.y) / long };
  const head = 3.2 * thick;
  const room = Math.max(0, long - head);
  const begins = Math.min(0.4 * Math.min(from.width, from.height), 0.4 * room);
  const short = "place" in to ? Math.min(0.3 * Math.min(to.width, to.height), 0.4 * room) : 0;
  const [neck, tip] = [long - short - head, long - short];
  const at = (far: number, aside: number) =>
    `${(from.x + along.x * far - along.y * aside).toFixed(1)},${(from.y + along.y * far + along.x * aside).toFixed(1)}`;
  const half = thick / 2;
  return [
    at(begins, half),
    at(neck, half),
    at(neck, 1.5 * thick),
    at(tip, 0),
    at(neck, -1.5 * thick),
    at(neck, -half),
    at(begins, -half),
  ].join(" ");
}

/** The keys held with a press choose the colour, as on chess boards; with none, it is the one chosen before. */
export function colourBy(keys: { shiftKey: boolean; altKey: boolean }, chosen: DrawingColour): DrawingColour {
  if (keys.shiftKey) return keys.altKey ? "yellow" : "red";
  return keys.altKey ? "blue" : chosen;
}

/** The places that elements of a board name (`data-place`), measured from its corner; each once. */
export function measured(board: HTMLElement): Spot[] {
  const corner = board.getBoundingClientRect();
  const found = new Map<string, Spot>();
  for (const element of board.querySelectorAll<HTMLElement>("[data-place]")) {
    const place = element.dataset["place"]!;
    const { left, top, width, height } = element.getBoundingClientRect();
    if (!width || found.has(place)) continue;
    found.set(place, { place, x: left + width / 2 - corner.left, y: top + height / 2 - corner.top, width, height });
  }
  return [...found.values()];
}
