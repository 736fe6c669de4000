/** Mute, block and report, as the server takes them (docs/protocol.md). */
import { ask } from "../../table/http";
import { seatsOf } from "../../table/keys";
import { toldBlocks } from "../../table/heard/mutes.svelte";
import type * as wire from "../../wire/generated/types";

export const REASONS = ["insults", "spam", "cheating", "stalling", "name", "other"] as const;
export type Reason = (typeof REASONS)[number];

export type BlockedPerson = wire.BlockedPerson;

type Wish = { muted?: boolean; blocked?: boolean };

export async function towardsSeat(table: string, about: number, wish: Wish): Promise<void> {
  const { seats } = await ask<wire.TableBlocks>(`/tables/${table}/blocks`, { about, ...wish });
  toldBlocks(table, seats);
}

export const blockList = () => ask<wire.BlockList>("/me/blocks").then(({ people }) => people);
export const towardsPerson = (person: string, wish: Wish) =>
  ask<wire.BlockList>("/me/blocks", { person, ...wish }).then(({ people }) => people);

/** With our seat's key: a device that took the seat by its link has no cookie. */
export function report(table: string, about: number, reason: Reason, words: string, lines: number[]): Promise<unknown> {
  const own = seatsOf(table)[0];
  const key = own ? { seat: own.seat, token: own.token } : {};
  return ask(`/tables/${table}/reports`, { about, reason, words, lines, ...key });
}
