/** How a move of a study is called in its tree. */
import { moveText } from "../shell/help/advice.svelte";
import type { StudyNode } from "../local/studies";
import type { Drawn, GameEvent } from "../table/table";
import { capital, has, t } from "../words/index.svelte";
import { messageOf, paramsOf, type Speech } from "../words/speech";

/** What happened, in sentences. */
export function sentences(events: readonly GameEvent[], speech: Speech): string {
  return events
    .filter(({ key }) => key !== "turn" && key !== "drawing")
    .map((event) => messageOf(speech, "event", event))
    .filter(({ key }) => has(key))
    .map(({ key, params }) => t(key, params))
    .join(" ");
}

/** A decision as one would say it; a draw, or a move that the viewer may not know, as the log says it. */
export function labelOf(node: StudyNode, speech: Speech): string {
  if (node.seat >= 0 && node.move !== null) return moveText(speech, node.move, { setting: node.parent === 0 });
  return sentences(node.events, speech) || (node.move === null ? "…" : capital(node.move));
}

/** A place of the board: "square F", "space A-B/2", "card 12". */
export function placeText(place: string, speech: Speech): string {
  const [kind, key] = place.split(" ") as [string, string | undefined];
  if (key === undefined) return t(`${speech.game}.term.${kind}`);
  if (kind === "seat") return speech.name(Number(key));
  const [alley, space] = key.split("/") as [string, string | undefined];
  const called = (one: string, value: string | number) => {
    const params = paramsOf(speech, { [one]: value });
    return String(params[`${one}_name`] ?? params[`${one}_text`] ?? place);
  };
  if (space !== undefined) return t("study.drawing.space", { alley: called("alley", alley), n: Number(space) + 1 });
  return called(kind, /^\d+$/.test(key) && kind === "card" ? Number(key) : key);
}

/** A mark or an arrow in a sentence. */
export function drawnText({ colour, place, to }: Drawn, speech: Speech): string {
  const params = { colour: t(`study.drawing.${colour}`), place: placeText(place, speech) };
  if (to === null) return t("study.drawing.marked", params);
  return t("study.drawing.led", { ...params, to: placeText(to, speech) });
}

/** A, B, …, Z, AA, … */
export function letterOf(place: number): string {
  const before = Math.floor(place / 26);
  return (before ? letterOf(before - 1) : "") + String.fromCharCode(65 + (place % 26));
}
