/** The guided bar's text: one sentence for what is expected, one for why. Never a dead end. */
import { betterHere } from "../../../shell/help/advice.svelte";
import { refused } from "../../../shell/rules/refused";
import { capital, either, t } from "../../../words/index.svelte";
import { retryIn, type Happening, type Link, type Refusal, type Table } from "../../../table/table";
import type { Choosing } from "./choosing.svelte";
import { isShown } from "../stage/round";
import type { Stage } from "../stage/stage.svelte";
import { messageOf, type Speech } from "../../../words/speech";
import type { PortobelloView } from "../view";

export interface Guide {
  mood: "mine" | "other" | "plan" | "past" | "lost" | "refused" | "over";
  /** The cloth of the strip at the left: the player on turn. */
  seat: number | null;
  title: string;
  more: string;
  /** The actions of the tile in use, and how many are left; null if there are none to count. */
  actions: { all: number; left: number } | null;
  thinking: boolean;
  clause: string | null;
}

export interface Circumstances {
  table: Table;
  stage: Stage;
  choosing: Choosing;
  /** While the next turn is planned, the plan says what is expected. */
  planner: { readonly on: boolean; says(): Guide } | null;
  speech: Speech;
  refusal: Refusal | null;
  now: number;
}

function lost(link: Link, now: number): Guide | null {
  if (link.state !== "lost" && link.state !== "closed") return null;
  return { ...plain("lost", null), title: t("link.lost"), more: t("link.lost.more", { seconds: retryIn(link, now) }) };
}

export function plain(mood: Guide["mood"], seat: number | null): Guide {
  return { mood, seat, title: "", more: "", actions: null, thinking: false, clause: null };
}

export function guide(on: Circumstances): Guide {
  const { table, stage, speech, refusal } = on;
  const view = stage.view;
  const gone = lost(table.link, on.now);
  if (gone || !view) return gone ?? plain("other", null);
  if (view.phase === "finished" || table.over) {
    return { ...plain("over", null), title: t("portobello.bar.finished"), more: t("portobello.bar.finished.more") };
  }
  if (table.looking || table.link.state === "replay") return past(on);
  const mine = stage.sight !== null && stage.sight.awaited.includes(stage.sight.viewer);
  const seat = view.seat;
  if (refusal) {
    return { ...plain("refused", seat), title: t("refused"), more: refused(speech, refusal), clause: refusal.clause };
  }
  if (on.planner?.on) return on.planner.says();
  return mine ? (justMoved(on) ?? own(on)) : others(on);
}

/** How many actions the tile in use gave: its number. */
function given(tile: string | null): number {
  return tile ? Number(tile.replace("n", "")) : 0;
}

function own({ stage, choosing, speech, table }: Circumstances): Guide {
  const view = stage.view!;
  const result = plain("mine", view.seat);
  const said = (situation: string, params = {}): Guide => ({
    ...result,
    title: t(`portobello.bar.${situation}`, params),
    more: t(`portobello.bar.${situation}.more`, params),
  });
  // On one device with several seats, say whose turn it is.
  const called = table.yours.length > 1 ? `${speech.name(view.seat)}: ` : "";
  if (choosing.marking !== null) return said("marking", { factor: choosing.marking });
  switch (view.phase) {
    case "setting":
      return { ...said("setting"), title: called + t("portobello.bar.setting") };
    case "picking": {
      const more = choosing.of("mark").length ? "picking" : "picking_neutral";
      return { ...result, title: called + t("portobello.bar.picking"), more: t(`portobello.bar.${more}.more`) };
    }
    case "placing":
      return said("placing", { hand: view.in_hand, free: choosing.of("place").length });
  }
  const all = given(view.tile_in_use);
  const left = view.actions_left;
  const actions = { all: Math.max(all, left), left };
  if (left === 0) return { ...said("acting_done"), actions };
  const kinds = (["build", "draw", "lord", "bobby"] as const).filter((kind) => choosing.of(kind).length);
  if (!kinds.some((kind) => kind !== "bobby")) {
    return { ...said("acting_stuck", { left, here_name: placeName(speech, view.bobby) }), actions };
  }
  const may = kinds.map((kind) => t(`can.${kind}`));
  return { ...result, actions, title: t("bar.left", { n: left }), more: `${capital(either(may))}.` };
}

function placeName(speech: Speech, district: string | null): string {
  const chart = speech.chart as { districts: Record<string, { name: string }> };
  return district ? (chart.districts[district]?.name ?? district) : "";
}

/** What the move did that led to the position shown. */
function past({ table, speech }: Circumstances): Guide {
  const latest = table.log.at(-1);
  const seat = latest && latest.seat >= 0 ? latest.seat : null;
  const title = sentences(speech, latest) || sentences(speech, latest, () => true);
  return { ...plain("past", seat), title, more: betterHere(table, speech) };
}

const mentioned = (event: Happening["events"][number]) => event.key !== "turn" && event.key !== "drawing";

/** What happened, without whose turn begins unless `wanted` says otherwise. */
function sentences(speech: Speech, happening: Happening | null | undefined, wanted = mentioned): string {
  return (happening?.events ?? [])
    .filter(wanted)
    .map((event) => messageOf(speech, "event", event))
    .map((message) => t(message.key, message.params))
    .join(" ");
}

/** Another player's latest move, as long as it is being shown: nothing is asked before that. */
function justMoved({ stage, speech }: Circumstances): Guide | null {
  const { latest, busy, sight } = stage;
  if (!busy || !latest || latest.seat < 0 || latest.seat === sight?.viewer) return null; // a draw is nobody's
  if (!latest.events.some(isShown)) return null;
  return { ...plain("other", latest.seat), title: sentences(speech, latest) };
}

function others({ stage, speech, table }: Circumstances): Guide {
  const view = stage.view!;
  const seat = view.seat;
  const sitting = table.info?.seats.find((other) => other.seat === seat);
  const bot = sitting?.kind === "bot" || sitting?.bot_plays === true;
  const latest = sentences(speech, stage.latest);
  const params = { who: speech.name(seat), left: view.actions_left, hand: view.in_hand ?? "none" };
  const phase = view.phase === "arranging" ? "setting" : view.phase;
  const actions = view.tile_in_use ? { all: given(view.tile_in_use), left: view.actions_left } : null;
  const waits = t(`portobello.wait.${phase}`, params);
  return { ...plain("other", seat), title: waits, more: latest || tileInUse(speech, view), actions, thinking: bot };
}

/** The tile used for the turn: the log's sentence. */
function tileInUse(speech: Speech, { seat, tile_in_use: tile }: PortobelloView): string {
  if (!tile) return "";
  const { key, params } = messageOf(speech, "event", {
    key: "tile_picked",
    params: { seat, tile, actions: given(tile) },
  });
  return t(key, params);
}
