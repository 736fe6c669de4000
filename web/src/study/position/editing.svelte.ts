/** A position that is being laid out: the game's rules (in the worker) say what there is to edit and what cannot be. */
import type { Faces } from "../../games/game";
import type { Draft, Field, Said, Value } from "../../local/studies";
import { speechOf } from "../../shell/speech.svelte";
import { capital, t } from "../../words/index.svelte";
import { paramsOf, type Speech } from "../../words/speech";
import type { StudyTable } from "../study-table.svelte";

export class Editing {
  draft = $state.raw<Draft | null>(null);
  /** The place on the board whose fields are offered. */
  place = $state("");
  /** Why a text was not a position. */
  refused = $state("");
  /** Which field cannot be read, in English. */
  detail = $state("");
  faces = $state.raw<Faces | null>(null);
  private past = $state.raw<readonly unknown[]>([]);
  private future = $state.raw<readonly unknown[]>([]);
  readonly speech: Speech;
  /** One change after the other. */
  private busy: Promise<void> = Promise.resolve();

  constructor(private readonly table: StudyTable) {
    this.speech = speechOf(table);
  }

  readonly fields = $derived(this.draft?.form.groups.flatMap(({ fields }) => fields) ?? []);
  readonly places = $derived(new Set(this.fields.flatMap(({ place }) => place || [])));
  readonly here = $derived(this.fields.filter(({ place }) => place && place === this.place));
  readonly canUndo = $derived(this.past.length > 0);
  readonly canRedo = $derived(this.future.length > 0);

  /** Begin with the position of the study that is shown. */
  async start(): Promise<void> {
    this.draft = await this.table.edit({ position: await this.table.described() });
  }

  get chart(): unknown {
    return this.speech.chart;
  }

  /** Whether the game draws a value. */
  hasFace = ({ params }: Value): boolean => this.faces !== null && this.faces.of in params;

  say = ({ key, params }: Said): string => capital(t(`${this.speech.game}.${key}`, paramsOf(this.speech, params)));

  /** A field's value in words. */
  valueOf(field: Field): string {
    if (field.kind === "flag") return field.value ? this.say(field) : "";
    const choices = this.draft!.form.choices[field.choices] ?? [];
    const known = choices.find(({ value }) => same(value, field.value));
    return known ? this.say(known) : "";
  }

  /** What is at a place, for those who do not see the board. */
  describe = (place: string): string => {
    const [first, ...others] = this.fields.filter((field) => field.place === place);
    if (!first) return "";
    return [`${this.say(first)}: ${this.valueOf(first)}`, ...others.map((field) => this.valueOf(field))]
      .filter(Boolean)
      .join("; ");
  };

  set = (field: Field, value: unknown): Promise<void> =>
    this.next((position) => this.table.edit({ position, change: { path: field.path, value } }));

  /** Another position altogether; without an argument one in which nothing has happened yet. */
  open = (position: unknown = {}): Promise<void> => this.next(() => this.table.edit({ position }));

  undo = (): Promise<void> => this.travel(-1);
  redo = (): Promise<void> => this.travel(1);

  private next(change: (position: unknown) => Promise<Draft>): Promise<void> {
    return this.inTurn(async () => {
      const before = this.draft!.position;
      this.draft = await change(before);
      this.past = [...this.past, before];
      this.future = [];
    });
  }

  private travel(by: -1 | 1): Promise<void> {
    return this.inTurn(async () => {
      const [from, to] = by < 0 ? [this.past, this.future] : [this.future, this.past];
      if (!from.length) return;
      const [rest, goal, left] = [from.slice(0, -1), from.at(-1), [...to, this.draft!.position]];
      this.draft = await this.table.edit({ position: goal });
      [this.past, this.future] = by < 0 ? [rest, left] : [left, rest];
    });
  }

  refuse(why: string, detail: string): void {
    [this.refused, this.detail] = [why, detail];
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    const acted = this.busy.then(act).then(
      () => this.refuse("", ""),
      (error: unknown) => this.refuse(t("study.position.unread"), error instanceof Error ? error.message : ""),
    );
    this.busy = acted;
    return acted;
  }
}

/** Whether two values are the same JSON. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
