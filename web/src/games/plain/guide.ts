/** What the bar of the plain table says: whose turn it is, what happened last, what a move would do. */
import { betterHere } from "../../shell/help/advice.svelte";
import { refused } from "../../shell/rules/refused";
import { retryIn, type GameEvent, type Option, type Refusal, type Sight, type Table } from "../../table/table";
import { capital, has, t } from "../../words/index.svelte";
import { about, aboutAll, messageOf, type Speech } from "../../words/speech";

export interface Guide {
  mood: "mine" | "other" | "past" | "lost" | "refused" | "over";
  /** Whose cloth the bar shows. */
  seat: number | null;
  title: string;
  more: string;
}

/** Events or remarks in sentences, as far as the game has words for them. */
export function sentences(speech: Speech, kind: "event" | "note", events: readonly GameEvent[]): string {
  return events
    .map((one) => messageOf(speech, kind, one))
    .filter(({ key }) => has(key))
    .map(({ key, params }) => capital(t(key, params)))
    .join(" ");
}

interface Circumstances {
  table: Table;
  sight: Sight;
  speech: Speech;
  refusal: Refusal | null;
  /** The move that somebody points at. */
  aimed: Option | null;
  now: number;
}

export function guide({ table, sight, speech, refusal, aimed, now }: Circumstances): Guide {
  const { link } = table;
  const seat = sight.awaited[0] ?? null;
  if (link.state === "lost" || link.state === "closed")
    return { mood: "lost", seat, title: t("link.lost"), more: t("link.lost.more", { seconds: retryIn(link, now) }) };
  const happened = sentences(speech, "event", table.log.at(-1)?.events ?? []);
  if (table.looking || link.state === "replay")
    return { mood: "past", seat, title: happened || t("log.before"), more: betterHere(table, speech) };
  if (table.over) return { mood: "over", seat, title: t("plain.over"), more: happened };
  if (refusal) return { mood: "refused", seat, title: t("refused"), more: refused(speech, refusal) };
  if (!sight.awaited.includes(sight.viewer)) {
    const who = sight.awaited.length > 1 ? aboutAll(speech, sight.awaited) : about(speech, seat ?? -1);
    return { mood: "other", seat, title: t("plain.turn", who), more: happened };
  }
  const preview = aimed
    ? [sentences(speech, "event", aimed.events), sentences(speech, "note", aimed.remarks ?? [])].join(" ").trim()
    : "";
  return {
    mood: "mine",
    seat: sight.viewer,
    title: t("plain.turn", about(speech, sight.viewer)),
    more: preview || happened || t("plain.choose"),
  };
}
