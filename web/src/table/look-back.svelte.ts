/**
 * A live table that can be looked at as it was: the same screen shows the game so far as a replay, while the game goes
 * on behind it. Nothing can be chosen in the past, and it shows what this person could know at the time.
 */
import { replay } from "./requests";
import type { ReplayTable } from "./replay.svelte";
import { mainSight, SPECTATOR, type Sight, type Table, type Update } from "./table";

type Listener = (update: Update, before: readonly Sight[]) => void;

export class LookBack implements Table {
  /** The game up to when it was last loaded, at the move that is shown; null: the screen shows now. */
  past = $state.raw<ReplayTable | null>(null);
  /** The game so far could not be loaded. */
  failed = $state(false);
  private readonly listeners = new Set<Listener>();
  private readonly stop: () => void;

  constructor(
    private readonly id: string,
    private readonly live: Table,
  ) {
    this.stop = live.onUpdate((update, before) => {
      if (!this.past) this.tell(update, before);
    });
  }

  private get shown(): Table {
    return this.past ?? this.live;
  }
  get looking(): boolean {
    return this.past !== null;
  }
  get mayLookBack(): boolean {
    return !this.live.over && this.live.log.some(({ kind }) => kind === "play");
  }
  /** Why to come back to now: the table waits for this person, or the game has ended. */
  get call(): "turn" | "over" | null {
    if (this.live.over) return "over";
    const sight = mainSight(this.live);
    return sight !== null && sight.awaited.includes(sight.viewer) ? "turn" : null;
  }

  /** Show the position after some moves; without a number, before the latest one. At the latest, this is now. */
  async lookBack(moves?: number): Promise<void> {
    this.failed = false;
    // the game may have gone on since its end was loaded
    const past = this.past && moves !== undefined && moves < this.past.length ? this.past : await this.load();
    if (!past) return;
    const goal = moves ?? past.length - 1;
    if (goal >= past.length) this.now();
    else {
      this.show(past);
      past.seek(goal);
    }
  }

  now(): void {
    this.failed = false;
    if (!this.past) return;
    this.past = null;
    const { at, sights, over, lesson } = this;
    this.tell({ at, happened: [], sights: [...sights], over, lesson }, sights);
  }

  /** What this person may know; with several seats at one device, what everybody may. */
  private async load(): Promise<ReplayTable | null> {
    const { yours, info } = this.live;
    try {
      const frames = await replay(this.id, yours.length === 1 ? yours[0]! : SPECTATOR);
      const { ReplayTable } = await import("./replay.svelte");
      return new ReplayTable(frames, this.id, info!.seats);
    } catch {
      this.failed = true;
      return null;
    }
  }

  private show(past: ReplayTable): void {
    if (past === this.past) return;
    this.past = past;
    past.onUpdate((update, before) => {
      if (past === this.past) this.tell(update, before);
    });
  }

  private tell(update: Update, before: readonly Sight[]): void {
    for (const listener of this.listeners) listener(update, before);
  }

  onUpdate(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  close(): void {
    this.stop();
    this.live.close();
  }

  // what is shown
  get at() {
    return this.shown.at;
  }
  get over() {
    return this.shown.over;
  }
  get best() {
    return this.shown.best;
  }
  get sights() {
    return this.shown.sights;
  }
  get log() {
    return this.shown.log;
  }
  // what goes on meanwhile
  get info() {
    return this.live.info;
  }
  get yours() {
    return this.live.yours;
  }
  get link() {
    return this.live.link;
  }
  get clocks() {
    return this.live.clocks;
  }
  get banks() {
    return this.live.banks;
  }
  get chat() {
    return this.live.chat;
  }
  get lesson() {
    return this.live.lesson;
  }
  get kept() {
    return this.live.kept;
  }
  get analysis() {
    return this.live.analysis;
  }

  // only while people gather at a server's table
  get changeSeat() {
    return this.live.changeSeat?.bind(this.live);
  }
  get fillSeats() {
    return this.live.fillSeats?.bind(this.live);
  }

  get chooseStandIn() {
    return this.live.chooseStandIn?.bind(this.live);
  }
  get plan() {
    return this.live.plan?.bind(this.live);
  }

  play: Table["play"] = (seat, move) => this.shown.play(seat, move);
  undo: Table["undo"] = (seat) => this.shown.undo(seat);
  why: Table["why"] = (move, seat) => this.shown.why(move, seat);
  hint: Table["hint"] = (seat) => this.shown.hint(seat);
  say: Table["say"] = (text) => this.live.say(text);
  botFor: Table["botFor"] = (seat) => this.live.botFor(seat);
  takeBackSeat: Table["takeBackSeat"] = (seat) => this.live.takeBackSeat(seat);
  resign: Table["resign"] = (seat) => this.live.resign(seat);
  offerEnd: Table["offerEnd"] = (seat) => this.live.offerEnd(seat);
  declineEnd: Table["declineEnd"] = (seat) => this.live.declineEnd(seat);
  claim: Table["claim"] = (seat) => this.live.claim(seat);
  retry(): void {
    this.live.retry();
  }
}
