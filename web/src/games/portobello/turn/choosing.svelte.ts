/** What the person on turn can choose now, by its place on the map. Nothing here knows a rule:
 * it sorts the legal moves from the table. */
import type { Option } from "../../../table/table";
import type { Plan, Point } from "../map/plan";

export type Kind = "build" | "place" | "bobby" | "mark" | "tile" | "draw" | "lord" | "end";

export interface Choice {
  kind: Kind;
  option: Option;
  /** District, square, tile, or `alley/space`. */
  target: string;
  factor: number | null;
}

function sorted(option: Option): Choice {
  const [verb, target = "", times] = option.move.split(" ");
  const kind = verb as Kind;
  if (kind === "build") {
    const built = option.events.find((event) => event.key === "built")!;
    return { kind, option, target: `${built.params.alley}/${built.params.space}`, factor: null };
  }
  return { kind, option, target, factor: times ? Number(times.slice(1)) : null };
}

/** Which moves glow on the map. `marking` is the number of the tile to mark a district with. */
export class Choosing {
  all: Choice[] = $state.raw([]);
  /** Whether a choice is possible now; if not, nothing glows. */
  open = $state(false);
  marking = $state<number | null>(null);
  /** Only this kind glows, if somebody asked for it. */
  only = $state<Kind | null>(null);
  /** The choice that is hovered, focused, or tapped once. */
  aimed = $state.raw<Choice | null>(null);
  /** Whether it was tapped: then it stays and waits for confirmation. */
  held = $state(false);

  /** The choice that a hint or the coach points at: aimed at whenever nothing else is. */
  private hint = $state.raw<Choice | null>(null);
  readonly hinted = $derived(this.hint?.option.move ?? null);

  readonly onMap = $derived(
    this.all.filter((choice) => {
      if (!this.open) return false;
      if (choice.kind === "mark") return this.marking === choice.factor;
      if (this.marking !== null) return false;
      return this.only === null || this.only === choice.kind;
    }),
  );
  private readonly byTarget = $derived(
    new Map(this.onMap.map((choice) => [`${choice.kind} ${choice.target}`, choice])),
  );

  take(options: readonly Option[]): void {
    this.all = options.map(sorted);
    this.only = null;
    this.marking = null;
    this.drop();
  }

  drop(): void {
    this.aimed = null;
    this.hint = null;
    this.held = false;
  }

  find(kind: Kind, target: string): Choice | null {
    return this.byTarget.get(`${kind} ${target}`) ?? null;
  }

  of(kind: Kind): Choice[] {
    return this.all.filter((choice) => choice.kind === kind);
  }

  /** The districts that a tile can mark. */
  marks(factor: number): Choice[] {
    return this.all.filter((choice) => choice.kind === "mark" && choice.factor === factor);
  }

  /** Highlight a choice as if somebody had asked for it. */
  show(choice: Choice, held: boolean): void {
    this.drop();
    this.only = null;
    this.marking = choice.kind === "mark" ? choice.factor : null;
    this.aimed = choice;
    this.hint = choice;
    this.held = held;
  }

  aim(choice: Choice): void {
    if (!this.held) this.aimed = choice;
  }

  /** The pointer or the focus leaves a choice. */
  leave(choice: Choice): void {
    if (!this.held && this.aimed === choice) this.aimed = this.hint;
  }
}

/** Where on the map a choice lies, for its tooltip; null if nowhere. */
export function placeOf(choice: Choice, plan: Plan): Point | null {
  if (choice.kind === "build") {
    const [alley, space] = choice.target.split("/");
    return plan.alleys.get(alley!)?.pitches[Number(space)] ?? null;
  }
  if (choice.kind === "place") return plan.squares.get(choice.target) ?? null;
  if (choice.kind === "bobby" || choice.kind === "mark") return plan.districts.get(choice.target) ?? null;
  return null;
}
