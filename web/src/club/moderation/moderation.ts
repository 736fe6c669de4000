/** Mute, block and report, as the server takes them (docs/protocol.md). */
import { ask } from "../../table/http";
import { seatsOf } from "../../table/keys";
import { toldManners } from "../../table/heard/mutes.svelte";
import type * as wire from "../../wire/generated/types";

export const REASONS = ["insults", "spam", "cheating", "stalling", "name", "other"] as const;
export type Reason = (typeof REASONS)[number];

export type KeptAway = wire.KeptAway;

type Wish = { muted?: boolean; blocked?: boolean };

export async function towardsSeat(table: string, about: number, wish: Wish): Promise<void> {
  const { seats } = await ask<wire.TableManners>(`/tables/${table}/manners`, { about, ...wish });
  toldManners(table, seats);
}

export const keptAway = () => ask<wire.AllManners>("/me/manners").then(({ people }) => people);
export const towardsPerson = (person: string, wish: Wish) =>
  ask<wire.AllManners>("/me/manners", { person, ...wish }).then(({ people }) => people);

/** With our seat's key: a device that took the seat by its link has no cookie. */
export function report(table: string, about: number, reason: Reason, words: string, lines: number[]): Promise<unknown> {
  const own = seatsOf(table)[0];
  const key = own ? { seat: own.seat, token: own.token } : {};
  return ask(`/tables/${table}/reports`, { about, reason, words, lines, ...key });
}
