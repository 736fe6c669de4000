/** The turn that is being planned, and how planning begins. What else it needs is loaded then (`planner.svelte.ts`). */
import type { PlannedMove } from "../../../table/table";
import { need } from "../../../words/index.svelte";

let steps = $state.raw<PlannedMove[][] | null>(null);

/** The steps so far; null: nobody is planning. */
export const draft = () => steps;
export function setDraft(now: PlannedMove[][] | null): void {
  steps = now;
}

export async function startPlanning(): Promise<void> {
  await need("absence");
  steps = [];
}
