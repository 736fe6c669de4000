/** Where a card's parts are at its two sizes. The small face has no art and fewer lines, so that 68 pixels are enough. */
import { spread } from "./deck";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
type Rounded = Box & { rx: number };

interface Layout {
  width: number;
  height: number;
  paper: Rounded;
  /** The line inside the edge; on the small face it lies over the other parts. */
  fillet: Rounded & { onTop: boolean };
  bid: { x: number; y: number; radius: number; ring: number; line: number; baseline: number; size: number };
  /** Where up to `most` objects are; more share `area`. Empty places get a dot, if `dots`. */
  objects: {
    most: number;
    dots: boolean;
    spots: (count: number) => [number, number][];
    size: (count: number) => number;
    area: [x: number, y: number, width: number, height: number];
    fill: number;
    rule: string | null;
  };
  /** A vehicle's tab on each side, with the line in it. */
  sides: { tab: string; inlay: string | null; x: number; turn: number }[];
  vehicle: { y: number; width: number; height: number };
  ticket: {
    edge: string;
    line: number;
    y: number;
    width: number;
    height: number;
    poster: Box | null;
    perforation: string | null;
  };
  shop: {
    left: number;
    step: number;
    divider: string;
    line: number;
    object: [x: number, y: number, width: number];
    none: { x: number; y: number; long: number; line: number };
    number: { x: number; baseline: number; size: number };
    awning: { y: number; height: number; scallops: number; drop?: number; light?: string };
    /** The front around the shop, and where an object that it does not ask for is greyed. */
    front: string | null;
    grey: { y: number; height: number } | null;
  };
}

export const LARGE: Layout = {
  width: 300,
  height: 420,
  paper: { x: 0.75, y: 0.75, width: 298.5, height: 418.5, rx: 20 },
  fillet: { x: 9, y: 9, width: 282, height: 402, rx: 13, onTop: false },
  bid: { x: 56, y: 58, radius: 39, ring: 34.5, line: 1.8, baseline: 80, size: 64 },
  objects: {
    most: 4,
    dots: true,
    spots: () => [0, 1, 2, 3].map((i) => [128 + i * 44.5, 59]),
    size: () => 40.5,
    area: [104, 20, 182, 68],
    fill: 0.92,
    rule: "M106 91h178",
  },
  sides: [
    {
      tab: "M9 118h28a32 32 0 0 1 32 32v116a32 32 0 0 1-32 32H9z",
      inlay: "M9 123h27a28 28 0 0 1 28 28v114a28 28 0 0 1-28 28H9",
      x: 38,
      turn: -90,
    },
    {
      tab: "M291 118h-28a32 32 0 0 0-32 32v116a32 32 0 0 0 32 32h28z",
      inlay: "M291 123h-27a28 28 0 0 0-28 28v114a28 28 0 0 0 28 28h27",
      x: 262,
      turn: 90,
    },
  ],
  vehicle: { y: 208, width: 76, height: 54.6 },
  ticket: {
    edge: "M82 112h136a5 5 0 0 1 5 5v113a9 9 0 0 0 0 18v51a5 5 0 0 1-5 5H82a5 5 0 0 1-5-5v-51a9 9 0 0 0 0-18V117a5 5 0 0 1 5-5z",
    line: 2.2,
    y: 272,
    width: 70,
    height: 50.3,
    poster: { x: 83, y: 118, width: 134, height: 113 },
    perforation: "M89 239h122",
  },
  shop: {
    left: 9,
    step: 70.5,
    divider: "348v60",
    line: 1.4,
    object: [21, 377, 29],
    none: { x: 44, y: 378, long: 17, line: 5 },
    number: { x: 53, baseline: 392, size: 42 },
    awning: { y: 314, height: 17, scallops: 12 },
    front: "M9 314v84a13 13 0 0 0 13 13h256a13 13 0 0 0 13-13v-84",
    grey: { y: 336, height: 75 },
  },
};

/** One or two objects beside the bid; three or four in two rows. */
const ROWS: Record<number, [number, number][]> = {
  1: [[96, 33]],
  2: [
    [79, 33],
    [113, 33],
  ],
  3: [
    [79, 19],
    [113, 19],
    [96, 47],
  ],
  4: [
    [79, 19],
    [113, 19],
    [79, 47],
    [113, 47],
  ],
};

export const SMALL: Layout = {
  width: 140,
  height: 196,
  paper: { x: 0.75, y: 0.75, width: 138.5, height: 194.5, rx: 12 },
  fillet: { x: 4, y: 4, width: 132, height: 188, rx: 8.5, onTop: true },
  bid: { x: 29, y: 32, radius: 23, ring: 20.3, line: 1.2, baseline: 45, size: 38 },
  objects: {
    most: 4,
    dots: false,
    spots: (count) => ROWS[count] ?? [],
    size: (count) => (count <= 2 ? 34 : 27),
    area: [60, 5, 72, 56],
    fill: 0.95,
    rule: null,
  },
  sides: [
    { tab: "M4 66h16a15 15 0 0 1 15 15v44a15 15 0 0 1-15 15H4z", inlay: null, x: 19.5, turn: -90 },
    { tab: "M136 66h-16a15 15 0 0 0-15 15v44a15 15 0 0 0 15 15h16z", inlay: null, x: 120.5, turn: 90 },
  ],
  vehicle: { y: 103, width: 40, height: 28.75 },
  ticket: {
    edge: "M43 69h54a4 4 0 0 1 4 4v24a6 6 0 0 0 0 12v24a4 4 0 0 1-4 4H43a4 4 0 0 1-4-4v-24a6 6 0 0 0 0-12V73a4 4 0 0 1 4-4z",
    line: 2,
    y: 103,
    width: 50,
    height: 36,
    poster: null,
    perforation: null,
  },
  shop: {
    left: 4,
    step: 33,
    divider: "158v32",
    line: 1,
    object: [9.5, 175, 16],
    none: { x: 20, y: 175, long: 9, line: 3.5 },
    number: { x: 24.5, baseline: 183.5, size: 25 },
    awning: { y: 146, height: 5, scallops: 8, drop: 5, light: "#f0e2c2" },
    front: null,
    grey: null,
  },
};

/** Where the objects of a card are drawn, and how large. Our own deck has up to four; another deck may have more. */
export function placed({ objects: at }: Layout, count: number): { spots: [number, number][]; size: number } {
  if (count <= at.most) return { spots: at.spots(count), size: at.size(count) };
  const { spots, size } = spread(count, ...at.area);
  return { spots, size: size * at.fill };
}
