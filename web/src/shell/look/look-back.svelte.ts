/** Looking back without leaving a live table: its game so far as a replay, while the table itself goes on. */
import { getContext, setContext } from "svelte";
import { replay } from "../../table/house";
import { ReplayTable } from "../../table/replay.svelte";
import { mainSight, SPECTATOR, type Table } from "../../table/table";
import { need } from "../../words/index.svelte";

const KEY = Symbol("look back");

export class LookBack {
  /** The game so far, while somebody looks at it. */
  past = $state.raw<ReplayTable | null>(null);
  /** Whether the table waits for this person meanwhile. */
  readonly called = $derived.by(() => {
    const sight = mainSight(this.table);
    return sight !== null && sight.awaited.includes(sight.viewer) && !this.table.over;
  });

  constructor(
    private readonly id: string,
    readonly table: Table,
  ) {}

  /** Go to a position of the game; none: the last but one. */
  async go(at?: number): Promise<void> {
    if (!this.past) {
      const [past] = await Promise.all([this.fetch(), need("look")]);
      past.yours = this.table.yours.length === 1 ? [...this.table.yours] : [];
      this.past = past;
      past.seek(at ?? past.length - 1);
    } else this.past.seek(at ?? this.past.at - 1);
  }

  now(): void {
    this.past = null;
  }

  /** What this person may know; with several seats on one device, what everybody may. */
  private async fetch(): Promise<ReplayTable> {
    const { yours, info } = this.table;
    const seat = yours.length === 1 ? yours[0]! : SPECTATOR;
    const frames = await replay(this.id, seat).catch(() => replay(this.id, SPECTATOR));
    return new ReplayTable(frames, this.id, info!.seats);
  }
}

export const provideLookBack = (look: () => LookBack | null): void => void setContext(KEY, look);

/** How to look back at this screen's table; null where that is not offered. */
export function lookBack(): LookBack | null {
  return getContext<(() => LookBack | null) | undefined>(KEY)?.() ?? null;
}
