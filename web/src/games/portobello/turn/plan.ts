/** A turn chosen in advance on the map, as moves: whether they are allowed is seen when their time comes. */
import type { GameEvent, Option, PlannedMove, PlannedStep } from "../../../table/table";
import { endsOf } from "../map/plan";
import type { Client, Phase, PortobelloView, TileName } from "../view";

export type Steps = readonly (readonly PlannedMove[])[];

/** Who is drawn; the lord comes by himself, or by a move of his own. */
const DRAWN: readonly Client[] = ["servant", "burgher"];
const placesClient = (step: readonly PlannedMove[] | undefined) => step?.[0]?.when === "in_hand";

/** The map as planned stalls leave it. */
class Alleys {
  private readonly stalls = new Map<string, (number | null)[]>();
  private readonly begun = new Map<string, string>();

  constructor(private readonly view: PortobelloView) {
    for (const [key, alley] of Object.entries(view.alleys)) {
      this.stalls.set(key, [...alley.stalls]);
      if (alley.begun) this.begun.set(key, alley.begun);
    }
  }

  /** Where the next stall from this end comes; null if there is no room. */
  space(alley: string, end: string): number | null {
    const stalls = this.stalls.get(alley)!;
    const space = endsOf(alley)[0] === end ? stalls.indexOf(null) : stalls.lastIndexOf(null);
    return space < 0 ? null : space;
  }

  build(alley: string, end: string): GameEvent[] {
    const space = this.space(alley, end);
    if (space === null) return [];
    this.stalls.get(alley)![space] = this.view.viewer;
    this.begun.set(alley, end);
    return [{ key: "built", params: { seat: this.view.viewer, alley, space } }];
  }

  /** Every space where a stall can come next, once. */
  offers(): Option[] {
    const found = new Map<string, Option>();
    for (const alley of this.stalls.keys()) {
      const begun = this.begun.get(alley);
      for (const end of begun ? [begun] : endsOf(alley)) {
        const space = this.space(alley, end);
        if (space === null) continue;
        const events = [{ key: "built", params: { alley, space } }];
        found.set(`${alley}/${space}`, { move: `build ${alley}@${end}`, points: [], events });
      }
    }
    return [...found.values()];
  }
}

/** A move in parts: "build A-B@A" is build, A-B, A. */
const partsOf = (move: string) => move.split(/[ @]/) as [verb: string, target?: string, end?: string];

function alleysAfter(view: PortobelloView, steps: Steps): Alleys {
  const alleys = new Alleys(view);
  for (const { move } of steps.flat()) {
    const [verb, alley, end] = partsOf(move);
    if (verb === "build") alleys.build(alley!, end!);
  }
  return alleys;
}

/** What is asked next: a tile, an action, or a square for each customer that may be drawn. */
function asked(view: PortobelloView, steps: Steps) {
  const tile = steps[0] ? (partsOf(steps[0][0]!.move)[1] as TileName) : null;
  const acts = steps.filter(([first]) => /^(build|draw)/.test(first!.move)).length;
  const left = tile ? Math.max(0, Number(tile.replace("n", "")) - acts) : 0;
  const last = steps.at(-1);
  const placed = placesClient(last) ? last! : [];
  const may = DRAWN.filter((client) => view.bag[client] > 0 || view.row?.includes(client));
  const open = may.find((client) => !placed.some(({ is }) => is === client)) ?? null;
  const client = last?.[0]?.move === "draw" || placed.length ? open : null;
  const phase: Phase = client ? "placing" : tile ? "acting" : "picking";
  return { phase, tile, left, client };
}

/** The table as the seat would see it after its planned moves, as far as the bar and the map need it. */
export function plannedView(view: PortobelloView, steps: Steps): PortobelloView {
  const { phase, tile, left, client } = asked(view, steps);
  return { ...view, seat: view.viewer, phase, tile_in_use: tile, actions_left: left, in_hand: client };
}

/** What can be planned next, as if it were legal now: most of it depends on what the others do. */
export function planOffers(view: PortobelloView, steps: Steps): Option[] {
  const { phase, left } = asked(view, steps);
  const option = (move: string): Option => ({ move, points: [], events: [] });
  if (phase === "picking") return view.tiles[view.viewer]!.up.map((name) => option(`tile ${name}`));
  if (phase === "placing") {
    const earlier = placesClient(steps.at(-1)) ? steps.slice(0, -1) : steps;
    const taken = new Set(earlier.flat().map(({ move }) => move));
    return Object.keys(view.squares)
      .filter((key) => view.squares[key] === null && !taken.has(`place ${key}`))
      .map((key) => option(`place ${key}`));
  }
  const walked = steps.findLast(([first]) => first!.move.startsWith("bobby "));
  const here = walked ? partsOf(walked[0]!.move)[1] : view.bobby;
  const walks = Object.keys(view.districts)
    .filter((key) => key !== here)
    .map((key) => option(`bobby ${key}`));
  return left ? [option("draw"), ...alleysAfter(view, steps).offers(), ...walks] : walks;
}

/** The plan with one more move. The squares for all customers that may be drawn are one step. */
export function withMove(view: PortobelloView, steps: Steps, move: string): PlannedMove[][] {
  const before = steps.map((step) => [...step]);
  const { client } = asked(view, steps);
  if (!client) return [...before, [{ move }]];
  const placed: PlannedMove = { move, when: "in_hand", is: client };
  const last = before.at(-1)!;
  return placesClient(last) ? [...before.slice(0, -1), [...last, placed]] : [...before, [placed]];
}

/** The plan without its latest move. */
export function withoutLast(steps: Steps): PlannedMove[][] {
  const before = steps.map((step) => [...step]);
  const last = before.pop() ?? [];
  return last.length > 1 ? [...before, last.slice(0, -1)] : before;
}

/** What is kept: a turn with all its actions ends. */
export function wholePlan(view: PortobelloView, steps: Steps): PlannedMove[][] {
  const { phase, left } = asked(view, steps);
  return [...steps.map((step) => [...step]), ...(phase === "acting" && left === 0 ? [[{ move: "end" }]] : [])];
}

/** Where on the map the planned moves lead. */
export function plannedSteps(view: PortobelloView, steps: Steps): PlannedStep[] {
  const alleys = new Alleys(view);
  const eventsOf = ({ move, is }: PlannedMove): GameEvent[] => {
    const [verb, target, end] = partsOf(move);
    if (verb === "build") return alleys.build(target!, end!);
    if (verb === "place") return [{ key: "client_placed", params: { square: target!, client: String(is) } }];
    return verb === "bobby" ? [{ key: "bobby_set", params: { district: target! } }] : [];
  };
  return steps.flat().map((one) => ({ move: one.move, events: eventsOf(one) }));
}
