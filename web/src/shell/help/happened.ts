/** What happened at a turning point, in sentences. */
import type { GameAnalysis, GameEvent } from "../../table/table";
import { has, t } from "../../words/index.svelte";
import { messageOf, type Speech } from "../../words/speech";
import { logStyleOf } from "../rail/log-style";

/** What the headline's player did, got or paid; what only the others did comes as their doing. Empty: nothing changed. */
export function happened(speech: Speech, { seat, events }: GameAnalysis["turning_points"][number]): string {
  const telling = events.filter((event) => tells(speech, event));
  const own = sentences(
    speech,
    telling.filter((event) => concerns(event, seat)),
  );
  if (own || !telling.length) return own;
  return t("advice.analysis.meanwhile", { events: sentences(speech, telling) });
}

/** Whether an event changed something, by the log's measure: not that a turn begins, or a tile is used. */
export function tells(speech: Speech, event: GameEvent): boolean {
  const style = logStyleOf(speech.game);
  if (style.silent.has(event.key)) return false;
  const read = style.moveByMove || style.read.has(event.key) || style.gains(event).length > 0;
  return read || style.short(event, messageOf(speech, "event", event), speech) !== null;
}

const concerns = ({ params }: GameEvent, seat: number): boolean =>
  Array.isArray(params.points)
    ? Boolean(params.points[seat])
    : params.seat === seat || (Array.isArray(params.receivers) && params.receivers.includes(seat));

/** What happened several times is said once. */
function sentences(speech: Speech, events: readonly GameEvent[]): string {
  const messages = events.map((event) => messageOf(speech, "event", event)).filter(({ key }) => has(key));
  return [...new Set(messages.map(({ key, params }) => t(key, params)))].join(" ");
}
