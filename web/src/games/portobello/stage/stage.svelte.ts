/**
 * What is currently shown. Moves come from the table at once, but are shown one after the other, so that everybody sees
 * who did what. This only handles time, no rules: each update brings the position that is then drawn.
 */
import { asksFirst, firstAnswer } from "../../../shell/help/first-game.svelte";
import { reducedMotion } from "../../../shell/bar/settings.svelte";
import { gains as gainsOf } from "../log";
import type { GameEvent, Happening, Sight, Update } from "../../../table/table";
import type { PortobelloView } from "../view";
import { Round, stayOf } from "./round";

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

const WALK = 40;

interface Waiting {
  update: Update;
  sight: Sight<PortobelloView>;
}

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

  private queue: Waiting[] = [];
  private wake: (() => void) | null = null;
  private stopped = false;
  private hurry = false;
  private readonly round = new Round();
  private jumping = false;

  constructor(
    private readonly tell: (happenings: readonly Happening[]) => void,
    private readonly byBot: (seat: number) => boolean = () => false,
    private readonly sound: (events: readonly GameEvent[]) => void = () => {},
  ) {}

  /** The initial position: nothing moves. */
  open(sight: Sight<PortobelloView>): void {
    this.show(sight);
    this.at = Infinity;
    this.scores = [...sight.view.scores];
  }

  add(update: Update, sight: Sight<PortobelloView>): void {
    if (awaitsViewer(this.newest)) this.round.begin();
    if (update.happened.some(({ seat }) => seat !== null && seat !== sight.viewer && !this.byBot(seat)))
      this.round.leaveTime();
    if (!update.happened.length) this.jump();
    this.queue.push({ update, sight });
    this.waiting = this.queue.length;
    if (!this.busy) void this.run();
  }

  /** Skip ahead to the reader's turn: everything that waits to be shown, and all moves of others until then. */
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
    if (asksFirst()) await firstAnswer();
    while (this.queue.length && !this.stopped) {
      const together = this.queue.splice(0, this.atOnce);
      const { update, sight } = together.at(-1)!;
      this.waiting = this.queue.length;
      if (!sight.view) continue;
      if (!update.happened.length) {
        this.jumping = false;
        this.open(sight);
        continue;
      }
      this.fresh = new Set(together.flatMap((one) => freshPlaces(one.update)));
      this.show(sight);
      this.at = update.at;
      let fallen = together.slice(0, -1).flatMap((one) => one.update.happened);
      for (const happening of update.happened) {
        this.latest = happening;
        this.tell([...fallen, happening]);
        fallen = [];
        for (const [index, event] of happening.events.entries()) {
          if (!update.backlog) this.sound([event]);
          await this.event(event, this.haste(happening.events.slice(index)));
        }
      }
      this.gains = [];
      this.scoring = null;
      await this.walkTo(sight.view.scores, this.haste([]));
      this.fresh = new Set();
    }
    this.hurry &&= this.othersTurn;
    this.busy = false;
  }

  /** How many updates are shown next: one, or if time is short all that wait up to the next scoring. */
  private get atOnce(): number {
    const haste = this.hurry ? 0 : this.haste([]);
    if (!this.queue[0]!.update.happened.length || !this.round.tooFast(haste)) return 1;
    const scoring = haste > 0 ? this.queue.findIndex(({ update }) => update.happened.some(scores)) : -1;
    return scoring < 0 ? this.queue.length : Math.max(1, scoring);
  }

  private get newest(): Sight | null {
    return this.queue.at(-1)?.sight ?? this.sight;
  }

  private get updates(): Update[] {
    return this.queue.map(({ update }) => update);
  }

  /** Nothing else comes before the viewer has moved. */
  private get ends(): boolean {
    return awaitsViewer(this.newest);
  }

  private haste(now: readonly GameEvent[]): number {
    return this.round.haste(now, this.updates, this.ends);
  }

  private get othersTurn(): boolean {
    const { viewer = -1, awaited = [] } = this.sight ?? {};
    return viewer >= 0 && awaited.length > 0 && !awaited.includes(viewer);
  }

  private async event(event: GameEvent, haste: number): Promise<void> {
    const scoring = scoringOf(event);
    if (scoring) {
      this.scoring = scoring;
      this.gains = scoring.points;
      const goal = this.scores.map((score, seat) => score + (scoring.points[seat] ?? 0));
      await Promise.all([this.pause(stayOf(event) * haste), this.walkTo(goal, haste)]);
      this.scoring = null;
      return;
    }
    if (event.key === "bobby_crossed" && Number(event.params.toll) > 0) {
      const gains = this.scores.map(() => 0);
      for (const [seat, points] of gainsOf(event)) gains[seat]! += points;
      this.gains = gains;
    }
    const stay = stayOf(event) * haste;
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

const awaitsViewer = (sight: Sight | null) => sight !== null && sight.awaited.includes(sight.viewer);

const scores = ({ events }: Happening) => events.some((event) => scoringOf(event) !== null);

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

function freshPlaces(update: Update): string[] {
  const places: string[] = [];
  for (const { key, params } of update.happened.flatMap((item) => item.events)) {
    if (key === "built") places.push(`${params.alley}/${params.space}`);
    if (key === "client_placed" || key === "lord_came") places.push(`square ${params.square}`);
    if (key === "district_marked") places.push(`district ${params.district}`);
  }
  return places;
}
