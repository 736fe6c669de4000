/** What a screen reader is told: one live region, one sentence after the other. */
import { untrack } from "svelte";

const said = $state({ text: "" });

export function announce(text: string): void {
  if (!text) return;
  // The same sentence twice is said twice: a trailing space makes it new.
  said.text = text === untrack(() => said.text) ? `${text} ` : text;
}

export function announced(): string {
  return said.text;
}
