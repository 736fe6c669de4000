/** A choice in words: its title, and a full sentence for screen readers. */
import type { GameEvent } from "../../../table/table";
import { t } from "../../../words/index.svelte";
import { messageOf, moveOf, type Speech } from "../../../words/speech";
import type { Choice } from "./choosing.svelte";

export function titleOf(choice: Choice, speech: Speech): string {
  const setting = choice.option.events.some((event) => event.key === "bobby_set");
  const message = moveOf(speech, choice.option.move, { setting });
  return t(message.key, message.params);
}

const SCORED = new Set(["alley_scored", "lord_scored"]);
const TOLD = new Set(["bobby_crossed", "district_marked", "last_round", "game_over"]);
const WORTH = new Set(["worth", "worth_up_to"]);

/** What a choice costs, brings or may bring, in words; without the scorings, which may be shown apart. */
export function notesOf({ option }: Choice, speech: Speech): string[] {
  const worth = (option.remarks ?? []).filter(({ key }) => WORTH.has(key));
  return said([...option.events.filter(({ key }) => TOLD.has(key)), ...worth], speech);
}

export function describe(choice: Choice, speech: Speech): string {
  const scored = choice.option.events.filter(({ key }) => SCORED.has(key));
  return [titleOf(choice, speech), ...said(scored, speech), ...notesOf(choice, speech)].join(". ");
}

const said = (events: GameEvent[], speech: Speech) =>
  events.map((event) => messageOf(speech, "note", event)).map(({ key, params }) => t(key, params));
