// Shows events at a pace people can follow: the middle of the table may lag behind, but never by much.
import { asksFirst, firstAnswer } from "../../../shell/help/first-game.svelte";
import { slowness, tempo } from "../../../shell/bar/settings.svelte";
import type { Happening } from "../../../table/table";
import { dwell } from "./story";

/** More than this at once is a jump, not news: shown immediately. */
const JUMP = 24;
/** The minimum time for the reader's own sale. */
const SALE = 4500;
/** The maximum time to show the others' moves, in milliseconds. */
const LONGEST = 4000;

export class Pace {
  /** How many events are shown. */
  shown = $state(0);
  /** Whether the last of them has been shown long enough. */
  idle = $state(true);
  private log: readonly Happening[] = [];
  /** When everything received must have been shown. */
  private deadline = 0;
  /** When the current event will have been shown long enough. */
  private until = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly own: (seat: number) => boolean) {}

  /** A new log: the first is shown at once, and so is any that tells something else; what follows takes its time. */
  hear(log: readonly Happening[]): void {
    const goesOn = this.log.length > 0 && log[this.shown - 1] === this.log[this.shown - 1];
    const jump = !goesOn || log.length > this.shown + JUMP;
    this.log = log;
    this.deadline = Date.now() + LONGEST * slowness();
    if (jump) this.hurry();
    else if (this.timer === undefined) this.next();
  }

  /** The reader has to decide something: hurry up. */
  soon(time: number): void {
    if (tempo() === "slow") return;
    this.deadline = Math.min(this.deadline, Date.now() + time);
    if (this.timer === undefined || this.until <= this.deadline) return;
    clearTimeout(this.timer);
    this.wait(time);
  }

  /** Skip ahead: show everything. */
  hurry(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.idle = true;
    this.shown = this.log.length;
  }

  private next(): void {
    this.timer = undefined;
    if (asksFirst()) {
      this.idle = false;
      void firstAnswer().then(() => this.hear(this.log));
      return;
    }
    const happening = this.log[this.shown];
    this.idle = happening === undefined;
    if (!happening) return;
    const rest = this.log.slice(this.shown).reduce((sum, other) => sum + this.dwell(other), 0);
    const sale = happening.events.some((event) => event.key === "shop" && this.own(Number(event.params["seat"])));
    // at the slow pace everything has its time
    const late = tempo() !== "slow" && rest > 0;
    const haste = late ? Math.min(1, Math.max(0, this.deadline - Date.now()) / rest) : 1;
    this.shown += 1;
    const time = this.dwell(happening);
    this.wait(sale ? Math.min(time, Math.max(SALE, time * haste)) : time * haste);
  }

  private dwell(happening: Happening): number {
    return slowness() * dwell(happening, this.own);
  }

  private wait(time: number): void {
    this.until = Date.now() + time;
    this.timer = setTimeout(() => this.next(), time);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
