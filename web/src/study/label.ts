/** How a move of a study is called in its tree. */
import { moveText } from "../shell/help/advice.svelte";
import type { StudyNode } from "../local/studies";
import type { GameEvent } from "../table/table";
import { capital, has, t } from "../words/index.svelte";
import { messageOf, type Speech } from "../words/speech";

/** What happened, in sentences. */
export function sentences(events: readonly GameEvent[], speech: Speech): string {
  return events
    .filter(({ key }) => key !== "turn" && key !== "drawing")
    .map((event) => messageOf(speech, "event", event))
    .filter(({ key }) => has(key))
    .map(({ key, params }) => t(key, params))
    .join(" ");
}

/** A decision as one would say it; a draw, or a move that the viewer may not know, as it is told. */
export function labelOf(node: StudyNode, speech: Speech): string {
  if (node.seat >= 0 && node.move !== null) return moveText(speech, node.move, { setting: node.parent === 0 });
  return sentences(node.events, speech) || (node.move === null ? "…" : capital(node.move));
}

/** A, B, …, Z, AA, … */
export function letterOf(place: number): string {
  const before = Math.floor(place / 26);
  return (before ? letterOf(before - 1) : "") + String.fromCharCode(65 + (place % 26));
}
