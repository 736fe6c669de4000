/** What the plain table reads in a view: any game's view is plain data, and some names in it mean the same everywhere. */
import type { Happening } from "../../table/table";
import { capital, has, list, t } from "../../words/index.svelte";
import { log as style } from "./log";

/** A view with the game's drawing of it (`tables/viewers/viewer_updates.py`). */
export interface PlainView {
  drawing?: string;
  [field: string]: unknown;
}

const numbers = (value: unknown, count: number): number[] | null =>
  Array.isArray(value) && value.length === count && value.every((one) => typeof one === "number") ? value : null;

/** Everybody's points, if the view shows them. */
export const scoresOf = (view: PlainView, players: number): number[] | null =>
  numbers(view.scores, players) ?? numbers(view.points, players);

/** The points at the end: what the last event with scores says, or the view. */
export function finalScores(view: PlainView, players: number, log: readonly Happening[]): number[] | null {
  const scored = log.flatMap(({ events }) => events).findLast(({ params }) => numbers(params.scores, players));
  return numbers(scored?.params.scores, players) ?? scoresOf(view, players);
}

/** Everybody's points after every round of moves; the last are the final ones. */
export function courseOf(log: readonly Happening[], final: readonly number[]): number[][] {
  const standing = final.map(() => 0);
  const course = [[...standing]];
  let moves = 0;
  for (const { events, seat } of log) {
    for (const [to, points] of events.flatMap((event) => style.gains(event)))
      if (to < final.length) standing[to]! += points;
    if (seat >= 0 && ++moves % final.length === 0) course.push([...standing]);
  }
  return [...(moves % final.length ? course : course.slice(0, -1)), [...final]];
}

/** Shown elsewhere, or only for programs. */
const UNSAID = new Set(["drawing", "game", "viewer", "players", "mover"]);

const spaced = (key: string) => key.replaceAll("_", " ");

/** A view in words: a line for each of its fields, with the game's own label (`view.FIELD`) if it has one. */
export function viewLines(game: string, view: PlainView, name: (seat: number) => string): [string, string][] {
  const players = Number(view.players ?? 0);
  const said = (value: unknown): string => {
    if (value === null || value === undefined) return "?";
    if (typeof value === "boolean") return t(value ? "plain.yes" : "plain.no");
    if (Array.isArray(value)) {
      if (!value.length) return "–";
      if (players > 1 && value.length === players)
        return value.map((one, seat) => `${name(seat)} ${said(one)}`).join(" · ");
      const deep = value.some((one) => typeof one === "object" && one !== null);
      return deep ? value.map(said).join("; ") : list(value.map(said));
    }
    if (typeof value !== "object") return String(value);
    return Object.entries(value)
      .map(([key, one]) => `${spaced(key)}: ${said(one)}`)
      .join(", ");
  };
  return Object.entries(view)
    .filter(([key]) => !UNSAID.has(key))
    .map(([key, value]) => {
      const label = `${game}.view.${key}` as const;
      return [has(label) ? t(label) : capital(spaced(key)), said(value)];
    });
}
