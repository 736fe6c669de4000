/** The next turn, planned on the map while others play: the places glow as in a turn, and a press adds a step. */
import { isSlow } from "../../../shell/clocks";
import { isPast, type Answer, type PlannedStep, type Table } from "../../../table/table";
import { t } from "../../../words/index.svelte";
import type { Stage } from "../stage/stage.svelte";
import type { PortobelloView } from "../view";
import { draft, setDraft } from "./draft.svelte";
import { plain, type Guide } from "./guide.svelte";
import { plannedSteps, plannedView, planOffers, wholePlan, withMove, withoutLast } from "./plan";

export class Planner {
  constructor(
    private readonly table: Table,
    private readonly stage: Stage,
  ) {}

  private readonly sight = $derived.by(() => this.stage.sight);
  private readonly asked = $derived.by(() => this.sight?.awaited.includes(this.sight.viewer) ?? false);
  /** Whether a plan can be made: by a player who waits. */
  private readonly may = $derived.by(
    () => Boolean(this.table.plan && this.table.yours.length) && !this.asked && !this.table.over && !isPast(this.table),
  );
  readonly on = $derived.by(() => draft() !== null && this.may);
  /** Whether the bar offers it: in games over days, where people are away when their turn comes. */
  readonly offered = $derived.by(() => this.may && isSlow(this.table.info!.options));
  private readonly now = $derived.by(() => this.stage.view as PortobelloView);
  /** The table as the seat would see it after its planned moves. */
  readonly view = $derived.by(() => plannedView(this.now, draft() ?? []));
  readonly offers = $derived.by(() => planOffers(this.now, draft() ?? []));
  readonly empty = $derived.by(() => !draft()?.length);

  /** The plan on the map: the one being made, or the one that was kept. */
  readonly ghosts = $derived.by((): PlannedStep[] => {
    if (this.on) return plannedSteps(this.now, draft()!);
    const kept = this.may ? this.sight?.planned : null;
    return kept ? plannedSteps(this.now, kept.steps.slice(kept.done)) : [];
  });

  add(move: string): void {
    setDraft(withMove(this.now, draft() ?? [], move));
  }

  back(): void {
    setDraft(withoutLast(draft() ?? []));
  }

  stop(): void {
    setDraft(null);
  }

  async keep(): Promise<Answer> {
    const answer = await this.table.plan!(this.sight!.viewer, wholePlan(this.now, draft() ?? []));
    if (answer.done) this.stop();
    return answer;
  }

  /** What the bar says meanwhile. */
  says(): Guide {
    const { phase, tile_in_use: tile, actions_left: left, in_hand: client, seat } = this.view;
    const actions = tile ? { all: Number(tile.replace("n", "")), left } : null;
    const step = phase === "acting" && left === 0 ? "done" : phase;
    const title = t(`absence.plan.${step}`, { left, client });
    return { ...plain("plan", seat), title, more: t(`absence.plan.${step}.more`), actions };
  }
}
