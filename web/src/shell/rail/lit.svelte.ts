/** What the reader points at in the log: the board lights where it happened. */
import type { GameEvent } from "../../table/table";

let pointed = $state.raw<readonly GameEvent[]>([]);

export const lit = () => pointed;

/** Attributes for whatever stands for these events: pointing at it, or focusing it, lights them. */
export function lights(events: readonly GameEvent[]) {
  const on = () => void (pointed = events);
  const off = () => {
    if (pointed === events) pointed = [];
  };
  return { onpointerenter: on, onpointerleave: off, onfocusin: on, onfocusout: off };
}
