/** The static part of a map, made once: frame, score track, lawn, streets, setts, houses, parks, lamps; letters. */
import { blocks } from "./houses";
import { area, field, LOOK, way } from "./look";
import { distance, RIM, TRACK, WIDTH, type AlleyPlan, type Plan, type Point } from "./plan";
import { Draw } from "./random";
import { disc, merged, n, roundedBox, safe, type Shape } from "./svg";
import { parks, type Keep } from "./trees";

const PAINT = `<defs>
<radialGradient id="lawn" cx="50%" cy="46%" r="75%"><stop offset="0" stop-color="var(--map-lawn-0)"/><stop offset="1" stop-color="var(--map-lawn-1)"/></radialGradient>
<pattern id="setts" width="22" height="12" patternUnits="userSpaceOnUse" y="-3"><path d="M0 0H22M0 6H22M0 0V6M11 0V6M5.5 6V12M16.5 6V12" stroke="var(--map-sett-line)" stroke-width=".9" fill="none"/></pattern>
<radialGradient id="lamp"><stop offset="0" stop-color="var(--map-lamp)" stop-opacity=".75"/><stop offset="1" stop-color="var(--map-lamp)" stop-opacity="0"/></radialGradient>
<radialGradient id="vig" cx=".5" cy=".5" r=".75"><stop offset=".62" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#1b1204" stop-opacity=".22"/></radialGradient>
</defs>`;

function track(plan: Plan): string {
  const { width, height } = plan.cell;
  const fields = Array.from({ length: TRACK }, (_, number): Shape => {
    const { x, y } = plan.field(number);
    const tone = number % 10 === 0 ? 10 : number % 5 === 0 ? 5 : 1;
    const d = roundedBox(x - width / 2 + 1.2, y - height / 2 + 1.2, width - 2.4, height - 2.4, 4);
    return { d, look: field(tone) };
  });
  return merged([fields]);
}

function grass(plan: Plan, draw: Draw): string {
  const tufts = Array.from(
    { length: 420 },
    () =>
      `M${Math.round(draw.between(66, WIDTH - 66))} ${Math.round(draw.between(66, plan.height - 66))}q1.5 -5 3 0q1.5 -6 3 0`,
  );
  return `<path d="${tufts.join("")}" ${LOOK.tuft}/>`;
}

/** The layers of all streets, from the bottom, with the width of each; around a square it is a disc. */
const LAYERS = [
  ["shadow", 84],
  ["kerb", 76],
  ["paving", 71],
] as const;

export const paved = (plan: Plan) =>
  LAYERS.map(([layer, width]) => ({
    layer,
    width: n(width * plan.scale),
    radius: plan.radius + RIM + (width - 71) / 2,
  }));

/** A disc around each square, as a path. */
const round = ({ squares }: Plan, radius: number): string =>
  [...squares.values()].map(({ x, y }) => disc(x, y, radius)).join("");

/** The streets, or some of them. */
export function streets(plan: Plan, some: (alley: AlleyPlan) => boolean = () => true): string {
  const alleys = [...plan.alleys.values()].filter(some);
  if (!alleys.length) return "";
  const lines = alleys.map(({ course }) => course.path).join("");
  const layers = paved(plan).map(({ layer, width, radius }) => {
    return `<path d="${lines}" ${way(layer, width)}/><path d="${round(plan, radius)}" ${area(layer)}/>`;
  });
  const half = 35 * plan.scale;
  const setts = alleys.map(({ key, course }) => {
    if (course.bend) return `<path d="${course.path}" fill="none" stroke="url(#setts)" stroke-width="${n(2 * half)}"/>`;
    const [a, b] = plan.endsOf(key);
    const { length } = course;
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    return `<rect transform="translate(${n(a.x)} ${n(a.y)}) rotate(${n(angle)})" x="40" y="${n(-half)}" width="${n(Math.max(0, length - 80))}" height="${n(2 * half)}" fill="url(#setts)"/>`;
  });
  return layers.join("") + setts.join("");
}

type Size = [number, number];

/** Whether a box outside the map's streets is free. */
function free(plan: Plan, box: Keep): boolean {
  const samples: Point[] = [];
  for (let i = 0; i <= 4; i++) {
    for (let j = 0; j <= 2; j++) samples.push({ x: box.x + (box.width * i) / 4, y: box.y + (box.height * j) / 2 });
  }
  return samples.every((p) =>
    [...plan.alleys.values()].every(({ key, course }) => {
      const [a, b] = plan.endsOf(key);
      return course.off(p) > 50 * plan.scale && distance(p, a) > plan.radius + 18 && distance(p, b) > plan.radius + 18;
    }),
  );
}

function cartouche({ x, y, width, height }: Keep): string {
  return `<g transform="translate(${x} ${y})"><rect width="${width}" height="${height}" rx="9" ${LOOK.plate}/><rect x="5" y="5" width="${width - 10}" height="${height - 10}" rx="5" ${LOOK.plateInside}/></g>`;
}

function compass(box: Keep): string {
  const r = 40;
  const rays = [1, 3, 5, 7, 0, 2, 4, 6].map((i) => {
    const [long, wide] = i % 2 === 0 ? [r - 8, r * 0.14] : [r * 0.5, r * 0.1];
    return `<g transform="rotate(${45 * i})"><path d="M0 ${-long}L${n(wide)} ${n(-wide)}L0 0Z" fill="var(--map-red)"/><path d="M0 ${-long}L${n(-wide)} ${n(-wide)}L0 0Z" fill="var(--map-sand)"/></g>`;
  });
  return `<g transform="translate(${box.x + 48} ${box.y + 66})"><circle r="${r}" ${LOOK.plate}/><circle r="${r - 5}" ${LOOK.plateInside}/>${rays.join("")}</g>`;
}

function pond(box: Keep): string {
  return `<g transform="translate(${box.x + 47} ${box.y + 38})"><path d="M-44 4C-46 -22 -14 -36 10 -32C36 -28 48 -8 42 14C36 36 8 40 -14 34C-34 29 -43 20 -44 4Z" fill="var(--map-water)" stroke="var(--map-water-edge)" stroke-width="3"/><path d="M-26 2q8 -4 16 0M2 16q8 -4 16 0M6 -14q7 -4 14 0" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="1.6" stroke-linecap="round"/><path d="M-8 -4c3 -3 9 -3 12 0l4 -3c1 4 -2 8 -8 8s-9 -2 -8 -5z" fill="#fffaf0" stroke="#5b4632" stroke-width=".8"/></g>`;
}

function lamps(plan: Plan): string {
  const lights = [...plan.squares.values()].map(
    (s) => `<circle cx="${n(s.x)}" cy="${n(s.y)}" r="135" fill="url(#lamp)"/>`,
  );
  const along = [...plan.alleys.values()].map(
    (a) => `<circle cx="${n(a.middle.x)}" cy="${n(a.middle.y)}" r="105" fill="url(#lamp)"/>`,
  );
  return `<g ${LOOK.lamps}>${lights.join("")}${along.join("")}</g>`;
}

const apart = (a: Keep, b: Keep): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** The first free place of several, clear of what is there already. */
function room(plan: Plan, [width, height]: Size, taken: (Keep | null)[], places: Size[]): Keep | null {
  const boxes = places.map(([x, y]) => ({ x, y, width, height }));
  return boxes.find((box) => taken.every((one) => !one || apart(one, box)) && free(plan, box)) ?? null;
}

/** Where the ornaments go; a map without room for one goes without it. */
function ornaments(plan: Plan): { title: Keep | null; rose: Keep | null; water: Keep | null } {
  const [w, h] = [WIDTH, plan.height];
  const title = room(
    plan,
    [256, 66],
    [],
    [
      [1092, h - 134],
      [w - 330, h - 134],
      [74, h - 134],
      [w - 330, 68],
      [74, 68],
    ],
  );
  const rose = room(
    plan,
    [96, 108],
    [title],
    [
      [102, 74],
      [w - 180, 74],
      [74, h - 190],
      [w - 180, h - 190],
    ],
  );
  const water = room(
    plan,
    [94, 78],
    [title, rose],
    [
      [w - 175, 102],
      [74, 102],
      [74, h - 160],
      [w / 2, 70],
      [w / 2, h - 160],
    ],
  );
  return { title, rose, water };
}

/** What lies below everything: frame, lawn, score track. */
export function sheet(plan: Plan): string {
  const [w, h] = [WIDTH, plan.height];
  return `${PAINT}<rect width="${w}" height="${h}" rx="16" fill="var(--map-frame)"/><rect x="50" y="50" width="${w - 100}" height="${h - 100}" rx="10" fill="url(#lawn)"/>${track(plan)}`;
}

/** Everything but the letters, which need the page's fonts: a separate picture, see `picture`. */
export function ground(plan: Plan): string {
  const draw = new Draw(plan.name);
  const [w, h] = [WIDTH, plan.height];
  const { title, rose, water } = ornaments(plan);
  const taken = [title, rose, water].filter((box) => box !== null);
  const keep = taken.map((box) => ({ x: box.x - 10, y: box.y - 10, width: box.width + 20, height: box.height + 20 }));
  return [
    sheet(plan),
    grass(plan, draw),
    streets(plan),
    water ? pond(water) : "",
    parks(plan, draw, keep),
    blocks(plan, draw),
    streets(plan, ({ course }) => course.bend !== 0), // they go through the gardens
    `<path d="${round(plan, plan.radius + 9)}" ${area("paving")}/>`,
    lamps(plan),
    title ? cartouche(title) : "",
    rose ? compass(rose) : "",
    `<rect x="50" y="50" width="${w - 100}" height="${h - 100}" rx="10" fill="url(#vig)"/><rect x="49" y="49" width="${w - 98}" height="${h - 98}" rx="11" ${LOOK.fillet}/><rect x="3" y="3" width="${w - 6}" height="${h - 6}" rx="14" ${LOOK.outerFillet}/>`,
  ].join("");
}

/** The map's name, and the compass's north. */
export function title(plan: Plan): string {
  const { title: plate, rose } = ornaments(plan);
  const line = (look: string, below: number, text: string) =>
    `<text x="${plate!.x + plate!.width / 2}" y="${plate!.y + below}" class="${look}">${text}</text>`;
  const name = plate ? line("cart", 33, "Portobello Market") + line("cart2", 52, safe(plan.name)) : "";
  const north = rose ? `<text x="${rose.x + 48}" y="${rose.y + 20}" class="north">N</text>` : "";
  return name + north;
}

/** All letters: the title, and the numbers of the track. */
export function lettering(plan: Plan): string {
  const numbers = Array.from({ length: TRACK }, (_, number) => {
    const { x, y } = plan.field(number);
    return `<text x="${n(x)}" y="${n(y + 5.4)}" class="trk${number % 10 === 0 ? " t10" : ""}">${number}</text>`;
  });
  return numbers.join("") + title(plan);
}
