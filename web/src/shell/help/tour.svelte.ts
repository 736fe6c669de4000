/** "Show me round": what a newcomer has learnt, at a table whose address asks for the tour. */
import { asked } from "../route.svelte";

export class Tour<Lesson extends string> {
  on = $state(asked().has("tour"));
  learnt = $state.raw<ReadonlySet<Lesson>>(new Set());

  learn(...lessons: Lesson[]): void {
    if (this.on) this.learnt = new Set([...this.learnt, ...lessons]);
  }
}
