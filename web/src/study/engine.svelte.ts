/** The engine beside the board: thinks about the position on the screen in a thread of its own, while it is on. */
import { embedded } from "../embed/embedded";
import { Channel, newThread } from "../local/channel";
import type { OpenDraw, StudyNode, StudyPosition, Thought } from "../local/studies";
import type { TableInfo } from "../table/table";

const KEPT = "piazzetta.study.engine";
const REST = 150; // milliseconds at a position before it is thought about: who walks through a game does not want them all

/** What is thought about. */
interface Board {
  readonly info: TableInfo | null;
  readonly position: StudyPosition | null;
  readonly here: StudyNode;
  readonly nodes: ReadonlyMap<number, StudyNode>;
  /** The game up to here, as a record. */
  line(): Promise<unknown>;
  openDraw(): Promise<OpenDraw>;
}

export class Engine {
  on = $state(!embedded && localStorage.getItem(KEPT) !== "off");
  thought = $state.raw<Thought | null>(null);
  /** What is known where chance has not drawn yet. */
  draw = $state.raw<OpenDraw | null>(null);
  private channel: Channel | null = null;
  private asked = 0;

  constructor(private readonly table: Board) {}

  /** Whether somebody decides here whose choices may be seen. */
  readonly thinks = $derived.by(() => {
    const { position } = this.table;
    return position !== null && position.mover >= 0 && !position.hidden;
  });

  /** Whether chance draws here, from what may be seen. */
  readonly weighs = $derived.by(() => Boolean(this.table.position?.outcomes.length));

  turn(on: boolean): void {
    this.on = on;
    localStorage.setItem(KEPT, on ? "on" : "off");
  }

  /** Think about another position; returns how to stop. */
  watch(): () => void {
    const ask = ++this.asked;
    this.thought = this.draw = null;
    if (this.on && this.thinks) void this.think(ask);
    if (this.on && this.weighs) void this.weigh(ask);
    return () => void this.asked++;
  }

  private async think(ask: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, REST));
    try {
      const { here, nodes } = this.table;
      if (ask !== this.asked) return;
      const record = await this.table.line();
      const follows = nodes.get(here.children[0] ?? -1)?.move ?? null;
      this.channel ??= new Channel(this.table.info!.game, newThread());
      let question = () => this.channel!.ask("ponder", { record, follows });
      for (;;) {
        if (ask !== this.asked) return;
        const thought = await question();
        if (ask !== this.asked) return;
        this.thought = thought;
        if (thought.settled) return;
        question = () => this.channel!.ask("goOn", null);
      }
    } catch {
      this.channel?.close(); // the next position gets a new thread
      this.channel = null;
    }
  }

  private async weigh(ask: number): Promise<void> {
    const draw = await this.table.openDraw().catch(() => null); // its worker may be gone
    if (ask === this.asked) this.draw = draw;
  }

  close(): void {
    this.asked++;
    this.channel?.close();
  }
}
