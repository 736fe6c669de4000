/** What a screen reader speaks: one live region, one sentence after the other. */
import { untrack } from "svelte";

/** Milliseconds in which several sentences become one: of a region that changes, a reader speaks the last text only. */
const BURST = 250;

const said = $state({ text: "" });
let open = false;

export function announce(text: string): void {
  if (!text) return;
  const before = untrack(() => said.text);
  if (open && !before.includes(text)) {
    const end = /[.!?…]$/.test(before.trim()) ? "" : ".";
    said.text = `${before.trim()}${end} ${text}`; // what happened, and then what is asked
    return;
  }
  // A timer ends it, not a clock: sentences of one long task belong together.
  if (!open) setTimeout(() => (open = false), BURST);
  open = true;
  // A repeated sentence is spoken again: a trailing space makes it new.
  said.text = text === before ? `${text} ` : text;
}

export function announced(): string {
  return said.text;
}
