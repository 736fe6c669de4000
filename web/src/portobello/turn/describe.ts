/** A choice in words: its title, and a full sentence for screen readers. */
import { t } from "../../words/index.svelte";
import { messageOf, moveOf, type Speech } from "../../words/speech";
import type { Choice } from "./choosing.svelte";

export function titleOf(choice: Choice, speech: Speech): string {
  const setting = choice.option.events.some((event) => event.key === "bobby_set");
  const message = moveOf(speech, choice.option.move, { setting });
  return t(message.key, message.params);
}

export function describe(choice: Choice, speech: Speech): string {
  const notes = choice.option.events
    .filter((event) =>
      ["alley_scored", "lord_scored", "bobby_crossed", "district_marked", "last_round", "game_over"].includes(
        event.key,
      ),
    )
    .map((event) => messageOf(speech, "note", event))
    .map((message) => t(message.key, message.params));
  return [titleOf(choice, speech), ...notes].join(". ");
}
