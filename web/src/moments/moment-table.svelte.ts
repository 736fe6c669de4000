/** A moment as a table: the position as its seat saw it, where a try is shown, judged and taken back. */
import { asked } from "../local/asking";
import { Refused } from "../table/http";
import { ReplayTable } from "../table/replay.svelte";
import type { Answer, Happening, Link, Seat, Sight, Update } from "../table/table";
import type { MomentCard, MomentScene, Verdict } from "./moment";

const DONE: Answer = { done: true };
/** How long a try stays before it is taken back, in milliseconds. */
const SHOWN = 1600;

export class MomentTable extends ReplayTable {
  override readonly link: Link = { state: "live" };
  /** The tries so far, the latest last. */
  tries = $state.raw<Verdict[]>([]);
  /** A try stands on the table: nothing can be chosen until it is taken back. */
  looking = $state(false);
  /** Somebody gave up: the answer stands on the table. */
  shown = $state(false);
  /** The best move with its reasons, once it was shown. */
  answer = $state.raw<Verdict | null>(null);
  readonly solved = $derived.by(() => this.tries.some(({ warmth }) => warmth === "best"));
  readonly open = $derived.by(() => !this.solved && !this.shown);

  private readonly asking: Sight;
  /** What had happened before the moment. */
  private readonly past: readonly Happening[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busy = false;

  constructor(
    readonly card: MomentCard,
    scene: MomentScene,
    seats: Seat[] | null,
  ) {
    super(scene.replay, null, seats, undefined, card.record.names ?? []);
    this.info = { ...this.info!, status: "playing", options: { chat: false, hints: false, undo: false } };
    this.yours = [card.seat];
    this.seek(this.length);
    this.past = this.log;
    const { seat } = card;
    this.asking = { ...this.sights[0]!, mover: seat, awaited: [seat], asked: this.at, legal: scene.legal };
    this.sights = [this.asking];
  }

  override play = async (_seat: number, move: string): Promise<Answer> => {
    if (this.busy || !this.open) return DONE;
    this.takeBack();
    try {
      await this.put(move, true);
      return DONE;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { done: false, refusal: { code: error.code, sentence: error.message, clause: error.clause } };
    }
  };

  /** Give up: play the best move. */
  async showAnswer(): Promise<void> {
    if (this.busy) return;
    this.shown = true;
    this.takeBack();
    await this.put(this.card.weighed[0]!.move, false);
  }

  /** Take back what stands on the table. */
  takeBack(): void {
    clearTimeout(this.timer);
    if (!this.looking) return;
    this.looking = false;
    this.show(this.asking, []);
  }

  override close(): void {
    clearTimeout(this.timer);
  }

  private async put(move: string, judged: boolean): Promise<void> {
    this.busy = true;
    try {
      const { events, view, mover, verdict } = await asked(this.card.record.game, "attempt", { card: this.card, move });
      this.looking = true;
      const happened = events.length ? [{ at: this.at + 1, seat: this.card.seat, events }] : [];
      const awaited = mover === this.card.seat ? [mover] : [];
      this.show({ ...this.asking, view, mover, awaited, legal: [], asked: null }, happened);
      if (judged) this.tries = [...this.tries, verdict];
      else this.answer = verdict;
      if (this.open) this.timer = setTimeout(() => this.takeBack(), SHOWN);
    } finally {
      this.busy = false;
    }
  }

  private show(sight: Sight, happened: Update["happened"]): void {
    const before = this.sights;
    this.log = [...this.past, ...happened];
    this.sights = [sight];
    for (const listener of this.listeners) listener({ at: this.at, happened, sights: [sight], over: false }, before);
  }
}
