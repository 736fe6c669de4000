/**
 * What is currently shown. Moves come from the table at once, but are shown one after the other, so that everybody sees
 * who did what. This only handles time, no rules: each update brings the position that is then drawn.
 */
import { reducedMotion, slowness } from "../../shell/bar/settings.svelte";
import { play, type Sound } from "../../shell/bar/sound";
import { gainsOf } from "../../shell/rail/gains";
import type { GameEvent, Happening, Sight, Update } from "../../table/table";
import type { PortobelloView } from "../view";

export interface Scoring {
  key: "alley_scored" | "lord_scored" | "district_marked";
  alley: string | null;
  district: string | null;
  name: string;
  clients: string[];
  points: number[];
  factor: number;
  stalls: number;
}

/** How long each kind of event is shown, in ms. */
const STAY: Record<string, number> = {
  built: 360,
  client_drawn: 600,
  client_placed: 460,
  lord_came: 700,
  bobby_set: 460,
  bobby_crossed: 480,
  tile_picked: 380,
  turn_ended: 120,
  alley_scored: 2600,
  lord_scored: 2200,
  district_marked: 2200,
  last_round: 900,
};
const SOUNDS: Record<string, Sound> = {
  built: "knock",
  client_placed: "step",
  client_drawn: "rustle",
  bobby_crossed: "step",
  bobby_set: "step",
  tile_picked: "tick",
  alley_scored: "bell",
  lord_scored: "bell",
  district_marked: "bell",
  game_over: "fanfare",
};
/** A queue never takes longer than this: beyond it everything speeds up. */
const LONGEST = 4000;
/** A round of bots is to be shown within this time; when it gets short, nothing is shown faster than `LEAST`. */
const ROUND = 4400;
const LEAST = 0.25;
const WALK = 40;

export class Stage {
  view = $state.raw<PortobelloView | null>(null);
  sight = $state.raw<Sight<PortobelloView> | null>(null);
  /** Points as shown: markers walk. */
  scores = $state<number[]>([]);
  /** What the last moves scored, beside the points. */
  gains = $state<number[]>([]);
  scoring = $state.raw<Scoring | null>(null);
  /** The latest event shown, for the bar. */
  latest = $state.raw<Happening | null>(null);
  /** Places that have just changed: they animate in. */
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  busy = $state(false);
  /** The number of the latest event shown. */
  at = $state(Infinity);
  /** Updates that wait to be shown. */
  waiting = $state(0);
  /** The latest position is shown, and nothing covers it: choices can be offered. */
  readonly ready = $derived(this.waiting === 0 && this.scoring === null);

  private queue: { update: Update; sight: Sight<PortobelloView> }[] = [];
  private wake: (() => void) | null = null;
  private stopped = false;
  private hurry = false;
  /** When the bots' moves since one's own turn should have been shown; people have all the time they take. */
  private due = Infinity;
  private jumping = false;

  constructor(
    private readonly tell: (happening: Happening) => void,
    private readonly byBot: (seat: number) => boolean = () => false,
  ) {}

  /** The initial position: nothing moves. */
  open(sight: Sight<PortobelloView>): void {
    this.show(sight);
    this.at = Infinity;
    this.scores = [...sight.view.scores];
  }

  add(update: Update, sight: Sight<PortobelloView>): void {
    if (awaitsViewer(this.newest)) this.due = Date.now() + ROUND * slowness();
    if (update.happened.some(({ seat }) => seat !== null && seat !== sight.viewer && !this.byBot(seat)))
      this.due = Infinity;
    if (!update.happened.length) this.jump();
    this.queue.push({ update, sight });
    this.waiting = this.queue.length;
    if (!this.busy) void this.run();
  }

  /** Skip ahead to one's own turn: through everything that waits, and whatever the others do until then. */
  skip(): void {
    this.hurry = true;
    this.wake?.();
  }

  stop(): void {
    this.stopped = true;
    this.jump();
  }

  /** Nothing of what waits is shown: another position comes. */
  private jump(): void {
    this.queue = [];
    this.jumping = true;
    this.wake?.();
  }

  private show(sight: Sight<PortobelloView>): void {
    this.sight = sight;
    this.view = sight.view;
  }

  private pause(ms: number): Promise<void> {
    if (this.hurry || this.jumping) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.wake = done;
    });
  }

  private async run(): Promise<void> {
    this.busy = true;
    while (this.queue.length && !this.stopped) {
      const { update, sight } = this.queue.shift()!;
      this.waiting = this.queue.length;
      if (!sight.view) continue;
      if (!update.happened.length) {
        this.jumping = false;
        this.open(sight);
        continue;
      }
      this.fresh = freshPlaces(update);
      this.show(sight);
      this.at = update.at;
      for (const happening of update.happened) {
        this.latest = happening;
        this.tell(happening);
        for (const [index, event] of happening.events.entries())
          await this.event(event, this.haste(happening.events.slice(index)));
      }
      this.gains = [];
      this.scoring = null;
      await this.walkTo(sight.view.scores, this.haste([]));
      this.fresh = new Set();
    }
    this.hurry &&= this.othersTurn;
    this.busy = false;
  }

  private get newest(): Sight | null {
    return this.queue.at(-1)?.sight ?? this.sight;
  }

  /** How long to show things, compared with what they ask for: less if much waits, or one's own turn has come. */
  private haste(now: readonly GameEvent[]): number {
    if (reducedMotion()) return LEAST * slowness();
    const waiting = loadOf(this.queue.flatMap((item) => item.update.happened).flatMap((item) => item.events));
    const usual = LONGEST / Math.max(LONGEST, waiting);
    const behind = this.queue.length > 0 || awaitsViewer(this.sight);
    // as long as others may follow, nothing takes more than half of what is left of the round
    const load = behind ? waiting + loadOf(now) : 2 * loadOf(now);
    const left = (this.due - Date.now()) / Math.max(1, slowness() * load);
    return slowness() * Math.max(LEAST, Math.min(usual, left));
  }

  private get othersTurn(): boolean {
    const { viewer = -1, awaited = [] } = this.sight ?? {};
    return viewer >= 0 && awaited.length > 0 && !awaited.includes(viewer);
  }

  private async event(event: GameEvent, haste: number): Promise<void> {
    const sound = SOUNDS[event.key];
    if (sound) play(sound);
    const scoring = scoringOf(event);
    if (scoring) {
      this.scoring = scoring;
      this.gains = scoring.points;
      const goal = this.scores.map((score, seat) => score + (scoring.points[seat] ?? 0));
      await Promise.all([this.pause((STAY[event.key] ?? 0) * haste), this.walkTo(goal, haste)]);
      this.scoring = null;
      return;
    }
    if (event.key === "bobby_crossed" && Number(event.params.toll) > 0) {
      const gains = this.scores.map(() => 0);
      for (const [seat, points] of gainsOf(event)) gains[seat]! += points;
      this.gains = gains;
    }
    const stay = (STAY[event.key] ?? 0) * haste;
    if (stay) await this.pause(stay);
  }

  /** Markers walk the track, field by field. */
  private async walkTo(goal: number[], haste: number): Promise<void> {
    if (reducedMotion() || this.hurry || this.jumping) {
      this.scores = [...goal];
      return;
    }
    while (this.scores.some((score, seat) => score !== goal[seat])) {
      if (this.hurry || this.jumping) break;
      this.scores = goal.map((end, seat) => (this.scores[seat] ?? end) + Math.sign(end - (this.scores[seat] ?? end)));
      await new Promise((resolve) => setTimeout(resolve, WALK * haste));
    }
    this.scores = [...goal];
  }
}

const loadOf = (events: readonly GameEvent[]) => events.reduce((sum, event) => sum + (STAY[event.key] ?? 0), 0);

const awaitsViewer = (sight: Sight | null) => sight !== null && sight.awaited.includes(sight.viewer);

function scoringOf({ key, params }: GameEvent): Scoring | null {
  if (key === "alley_scored" || key === "lord_scored") {
    return {
      key,
      alley: String(params.alley),
      district: null,
      name: String(params.name),
      clients: params.clients as string[],
      points: params.points as number[],
      factor: 0,
      stalls: 0,
    };
  }
  if (key !== "district_marked") return null;
  const points: number[] = [];
  points[Number(params.seat)] = Number(params.points);
  return {
    key,
    alley: null,
    district: String(params.district),
    name: String(params.name),
    clients: [],
    points: Array.from(points, (gain) => gain ?? 0),
    factor: Number(params.factor),
    stalls: Number(params.stalls),
  };
}

function freshPlaces(update: Update): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { key, params } of update.happened.flatMap((item) => item.events)) {
    if (key === "built") places.add(`${params.alley}/${params.space}`);
    if (key === "client_placed" || key === "lord_came") places.add(`square ${params.square}`);
    if (key === "district_marked") places.add(`district ${params.district}`);
  }
  return places;
}
