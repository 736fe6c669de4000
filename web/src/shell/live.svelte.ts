/** What a screen reader speaks: one live region, one sentence after the other. */
import { untrack } from "svelte";

const said = $state({ text: "" });

export function announce(text: string): void {
  if (!text) return;
  // A repeated sentence is spoken again: a trailing space makes it new.
  said.text = text === untrack(() => said.text) ? `${text} ` : text;
}

export function announced(): string {
  return said.text;
}
