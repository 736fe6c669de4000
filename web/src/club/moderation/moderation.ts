/** Mute, block and report, as the server takes them (docs/protocol.md). */
import { ask } from "../../table/http";
import { seatsOf } from "../../table/keys";
import { toldManners, type SeatManners } from "../../table/heard/mutes.svelte";

export const REASONS = ["insults", "spam", "cheating", "stalling", "name", "other"] as const;
export type Reason = (typeof REASONS)[number];

export interface KeptAway {
  id: string;
  name: string;
  avatar: string;
  muted: boolean;
  blocked: boolean;
}

type Wish = { muted?: boolean; blocked?: boolean };

export async function towardsSeat(table: string, about: number, wish: Wish): Promise<void> {
  const { seats } = await ask<{ seats: SeatManners[] }>(`/tables/${table}/manners`, { about, ...wish });
  toldManners(table, seats);
}

export const keptAway = () => ask<{ people: KeptAway[] }>("/me/manners").then(({ people }) => people);
export const towardsPerson = (person: string, wish: Wish) =>
  ask<{ people: KeptAway[] }>("/me/manners", { person, ...wish }).then(({ people }) => people);

/** With our seat's key: a device that took the seat by its link has no cookie. */
export function report(table: string, about: number, reason: Reason, words: string, lines: number[]): Promise<unknown> {
  const own = seatsOf(table)[0];
  const key = own ? { seat: own.seat, token: own.token } : {};
  return ask(`/tables/${table}/reports`, { about, reason, words, lines, ...key });
}
