/** A table that plays back frames of a real game (`fixtures/make.py`): for work on the page, and for its tests. */
import type { Answer, ChatLine, Happening, Link, Sight, Table, TableInfo, Update } from "./table";

export interface Frames {
  table: TableInfo;
  yours: number[];
  updates: Update[];
}

export class FixtureTable implements Table {
  info = $state<TableInfo | null>(null);
  yours = $state<number[]>([]);
  link = $state<Link>({ state: "live" });
  at = $state(0);
  over = $state(false);
  sights = $state.raw<Sight[]>([]);
  log = $state.raw<Happening[]>([]);
  chat = $state.raw<ChatLine[]>([]);

  private listeners = new Set<(update: Update, before: readonly Sight[]) => void>();
  private next = 0;

  constructor(
    private readonly frames: Frames,
    from = 0,
    /** Milliseconds between two moves of the others. */
    private readonly pace = 600,
  ) {
    this.info = frames.table;
    this.yours = frames.yours;
    do this.step();
    while (this.next <= from && this.next < frames.updates.length);
    void this.runOn();
  }

  private step(): void {
    const update = this.frames.updates[this.next++];
    if (!update) return;
    this.log = [...this.log, ...update.happened];
    this.at = update.at;
    this.over = update.over;
    const before = this.sights;
    this.sights = update.sights;
    for (const listener of this.listeners) listener(update, before);
  }

  /** Continues until one of our seats has to decide. */
  private async runOn(): Promise<void> {
    while (!this.over && !this.sights.some((sight) => sight.awaited.includes(sight.viewer))) {
      await new Promise((resolve) => setTimeout(resolve, this.pace));
      this.step();
    }
  }

  async play(): Promise<Answer> {
    this.step();
    void this.runOn();
    return { done: true };
  }
  undo = async (): Promise<Answer> => ({ done: false, refusal: { code: "fixture", sentence: "", clause: null } });
  say = async (text: string): Promise<Answer> => {
    this.chat = [...this.chat, { at: this.at, seat: this.yours[0] ?? -1, name: "", text }];
    return { done: true };
  };
  why = async () => null;
  hint = async () => null;
  botFor = this.undo;
  takeBackSeat = this.undo;
  resign = this.undo;
  offerEnd = this.undo;
  declineEnd = this.undo;
  claim = this.undo;
  retry(): void {}
  onUpdate(listener: (update: Update, before: readonly Sight[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  close(): void {}
}
