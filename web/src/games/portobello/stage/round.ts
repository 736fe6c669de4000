/**
 * How fast to show what happens: a round of bots has one budget, from the reader's move until their next one is offered. The
 * less of it is left for what waits, the shorter everything is shown; when it is nearly spent, updates fall together.
 * Nothing is lost by that: the log tells every move. People have all the time they take. At the slow pace, which a
 * first game has, every move is shown by itself.
 */
import { reducedMotion, slowness, tempo } from "../../../shell/bar/settings.svelte";
import type { GameEvent, Update } from "../../../table/table";

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
/** What drawing an update costs a slow device, however little happens in it. */
const DRAWING = 50;
/** A queue never takes longer than this: beyond it everything speeds up. */
const LONGEST = 4000;
/** A round of bots, in ms at the normal pace: one second less than it may take, for the way there and back. */
const ROUND = 5000;
/** Below this share of its time nothing can be followed: updates fall together. */
const LEAST = 0.25;

export const stayOf = ({ key }: GameEvent) => STAY[key] ?? 0;
/** Whether it is shown long enough to be read about. */
export const isShown = (event: GameEvent) => stayOf(event) >= 300;
const loadOf = (events: readonly GameEvent[]) => events.reduce((sum, event) => sum + stayOf(event), 0);

export class Round {
  /** When everything should have been shown. */
  private due = Infinity;

  begin(): void {
    this.due = Date.now() + ROUND * slowness();
  }

  /** A person moved: nobody hurries people. */
  leaveTime(): void {
    this.due = Infinity;
  }

  /** How long to show things, compared with what they ask for. `ends`: nothing else may follow what waits. */
  haste(now: readonly GameEvent[], queue: readonly Update[], ends: boolean): number {
    if (tempo() === "slow") return slowness(); // one move after the other, each with its time
    const waits = queue.flatMap(({ happened }) => happened).flatMap(({ events }) => events);
    const waiting = loadOf(waits) + queue.length * DRAWING;
    const usual = reducedMotion() ? LEAST : LONGEST / Math.max(LONGEST, waiting);
    // as long as others may follow, nothing takes more than half of what is left
    const load = ends ? waiting + loadOf(now) : Math.max(waiting + loadOf(now), 2 * loadOf(now));
    const share = (this.due - Date.now()) / Math.max(1, slowness() * load);
    return slowness() * Math.max(0, Math.min(usual, share));
  }

  /** Nobody could follow one update after the other. */
  tooFast(haste: number): boolean {
    return haste < LEAST * slowness();
  }
}
