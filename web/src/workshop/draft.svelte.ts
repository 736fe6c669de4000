/** The map or deck being edited, its earlier versions, and what the engine says about it. */
import { Channel, newThread, type Checked } from "../local/channel";
import type { GameName } from "../table/table";
import type { Fault } from "./faults";

export class Draft<T> {
  piece = $state.raw(null as T);
  /** What the engine said last; null until it has. */
  verdict = $state.raw<Checked | null>(null);
  private past = $state.raw<T[]>([]);
  private future = $state.raw<T[]>([]);
  private step = "";
  /** Checks the piece, and counts for the judge. */
  readonly engine: Channel;
  private asking = false;

  constructor(readonly game: GameName) {
    this.engine = new Channel(game, newThread());
  }

  readonly canUndo = $derived(this.past.length > 0);
  readonly canRedo = $derived(this.future.length > 0);
  readonly fault = $derived(this.verdict && "fault" in this.verdict ? this.verdict.fault : null);
  readonly valid = $derived(this.verdict !== null && "file" in this.verdict);

  /** Another one altogether: nothing to undo. */
  open(piece: T): void {
    this.past = [];
    this.future = [];
    this.put(piece);
  }

  close(): void {
    this.engine.close();
  }

  /** A change; consecutive ones of the same `step` (a drag, the letters of a name) are undone together. */
  change(piece: T, step = ""): void {
    if (piece === this.piece) return;
    if (!step || step !== this.step) this.past = [...this.past.slice(-199), this.piece];
    this.step = step;
    this.future = [];
    this.put(piece);
  }

  /** The next change is a step of its own. */
  settle(): void {
    this.step = "";
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.future = [this.piece, ...this.future];
    this.past = this.past.slice(0, -1);
    this.settle();
    this.put(before);
  }

  redo(): void {
    const [next, ...rest] = this.future;
    if (next === undefined) return;
    this.past = [...this.past, this.piece];
    this.future = rest;
    this.settle();
    this.put(next);
  }

  /** The usual keys, Ctrl-Z and Ctrl-Y: whether this was one of them. */
  pressed(event: KeyboardEvent): boolean {
    const letter = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (letter !== "z" && letter !== "y")) return false;
    if (letter === "y" || event.shiftKey) this.redo();
    else this.undo();
    event.preventDefault();
    return true;
  }

  protected put(piece: T): void {
    this.piece = piece;
    void this.check();
  }

  /** What it would become if a hand let go now, if that is to be checked. */
  get trial(): T | null {
    return null;
  }

  /** What the editor itself refuses: it could be played, but not be read on the table. */
  protected refused(_piece: T): Fault | null {
    return null;
  }

  /** One question at a time; what changed meanwhile is asked about next. */
  protected async check(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      for (let asked: T | null = null; asked !== (this.trial ?? this.piece);) {
        asked = this.trial ?? this.piece;
        const fault = this.refused(asked);
        this.verdict = fault ? { fault } : await this.engine.ask("check", { chart: asked });
      }
    } catch {
      this.verdict = null; // the worker is gone with the screen
    } finally {
      this.asking = false;
    }
  }
}
