/** Finding each other, as the server tells it (docs/protocol.md). */
import { announced } from "../../table/heard/announcement.svelte";
import { ask, askOnce } from "../../table/http";
import { keepSeat } from "../../table/keys";
import type { GameName, OfGame, TableInfo } from "../../table/table";
import type * as wire from "../../wire/generated/types";

export const PACES = ["live", "days", "free"] as const;
export type Pace = (typeof PACES)[number];

export interface Filter {
  game: GameName | "";
  players: number | "";
  pace: Pace | "";
  free: number | "";
}

export async function openTables(filter: Filter): Promise<{ open: TableInfo[]; watchable: TableInfo[] }> {
  const wanted = Object.entries(filter).filter(([, value]) => value !== "");
  const query = new URLSearchParams(wanted.map(([name, value]) => [name, String(value)])).toString();
  const found = await ask<{ open: TableInfo[]; watchable: TableInfo[]; announcement: string }>(
    query ? `/tables?${query}` : "/tables",
  );
  announced(found.announcement);
  return found;
}

// --- quick match ---

export type Wish = OfGame<wire.NewTicket>;
export type Waiting = wire.Waiting;
export type Place = wire.Place;

export const whoWaits = () => ask<wire.Match>("/match").then(({ waiting }) => waiting);
export const wait = (wish: Wish) => askOnce<wire.Ticket>("/match", wish).then(({ token }) => token);
export const stopWaiting = (token: string) => ask("/match/cancel", { token });

/** How our ticket stands. Once we are seated, its token is that of our seat. */
export async function look(token: string): Promise<Place> {
  const { ticket } = await ask<{ ticket: Place }>("/match", undefined, { authorization: `Bearer match.${token}` });
  if (ticket.table !== null) keepSeat(ticket.table, { seat: ticket.seat ?? 0, token });
  return ticket;
}

// --- watching ---

export type Watched = Omit<wire.Watched, "table"> & { table: TableInfo & { at: number } };

export const watched = () => ask<{ tables: Watched[] }>("/watch").then(({ tables }) => tables);
/** The picture changes with the table: the browser and the server keep it meanwhile. */
export const pictureOf = ({ table }: Watched) => `/api/v1/tables/${table.id}/picture?at=${table.at}`;
