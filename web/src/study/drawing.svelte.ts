/** Marks and arrows over the board: those at the position that is shown, and the tool that draws more. */
import type { StudyMark } from "../local/studies";
import { announce } from "../shell/live.svelte";
import type { Speech } from "../words/speech";
import type { Answer, Drawing, DrawingColour, Drawn } from "../table/table";
import { t } from "../words/index.svelte";
import { drawnText, placeText } from "./label";

/** What is drawn on: a study. */
interface Studied {
  readonly here: { readonly number: number; readonly marks?: readonly StudyMark[] };
  change(change: { node: number; marks: StudyMark[] }): Promise<Answer>;
}

export class StudyDrawing implements Drawing {
  tool = $state<Drawing["tool"]>(null);
  colour = $state<DrawingColour>("green");
  from = $state<string | null>(null);
  shown = $state(false);
  readonly marks = $derived.by(() => drawnBy(this.table.here?.marks ?? []));

  constructor(
    private readonly table: Studied,
    private readonly speech: () => Speech,
  ) {}

  get label(): string {
    return t("study.drawing.places");
  }

  name(place: string): string {
    return placeText(place, this.speech());
  }

  take(tool: Drawing["tool"]): void {
    this.tool = tool;
    this.from = null;
  }

  choose(place: string, colour: DrawingColour): void {
    const { from } = this;
    if (this.tool === "arrow" && from === null) {
      this.from = place;
      announce(t("study.drawing.from", { place: this.name(place) }));
      return;
    }
    this.from = null;
    if (from === null) this.toggle({ colour, place, to: null });
    else if (from !== place) this.toggle({ colour, place: from, to: place });
  }

  toggle(mark: Drawn): void {
    const marks = toggled(this.marks, mark);
    const text = drawnText(mark, this.speech());
    announce(marks.includes(mark) ? text : t("study.drawing.removed", { mark: text }));
    void this.write(marks);
  }

  clear(): void {
    this.from = null;
    announce(t("study.drawing.cleared"));
    void this.write([]);
  }

  private write(marks: readonly Drawn[]): Promise<Answer> {
    const written = marks.map(({ colour, place, to }): StudyMark =>
      to === null ? [colour, place] : [colour, place, to],
    );
    return this.table.change({ node: this.table.here.number, marks: written });
  }
}

/** What a study's file has, named. */
export const drawnBy = (marks: readonly StudyMark[]): Drawn[] =>
  marks.map(([colour, place, to = null]) => ({ colour, place, to }));

/** The same mark again removes it; in another colour it takes its place. */
export function toggled(marks: readonly Drawn[], mark: Drawn): Drawn[] {
  const before = marks.find(({ place, to }) => place === mark.place && to === mark.to);
  const others = marks.filter((other) => other !== before);
  return before?.colour === mark.colour ? others : [...others, mark];
}
