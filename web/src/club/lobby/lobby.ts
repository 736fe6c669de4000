/** Finding each other, as the server tells it (docs/protocol.md). */
import { announced } from "../../table/heard/announcement.svelte";
import { ask } from "../../table/http";
import { keepSeat } from "../../table/keys";
import type { GameName, TableInfo } from "../../table/table";

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

// --- a game with anybody ---

export interface Wish {
  game: GameName;
  players: number;
  name: string;
  pace: "live" | "days";
  bots: boolean;
}

export interface Waiting {
  game: GameName;
  players: number;
  pace: Pace;
  waiting: number;
}

export interface Place {
  state: "waiting" | "seated";
  waiting: number;
  bots_from: number | null;
  table: string | null;
  seat: number | null;
}

export const whoWaits = () => ask<{ waiting: Waiting[] }>("/match").then(({ waiting }) => waiting);
export const wait = (wish: Wish) => ask<{ token: string }>("/match", wish).then(({ token }) => token);
export const stopWaiting = (token: string) => ask("/match/cancel", { token });

/** How our ticket stands. Once we are seated, its token is that of our seat. */
export async function look(token: string): Promise<Place> {
  const { ticket } = await ask<{ ticket: Place }>("/match", undefined, { authorization: `Bearer match.${token}` });
  if (ticket.table !== null) keepSeat(ticket.table, { seat: ticket.seat ?? 0, token });
  return ticket;
}

// --- watching ---

export interface Watched {
  table: TableInfo & { at: number };
  scores: number[];
}

export const watched = () => ask<{ tables: Watched[] }>("/watch").then(({ tables }) => tables);
/** The picture changes with the table: the browser and the server keep it meanwhile. */
export const pictureOf = ({ table }: Watched) => `/api/v1/tables/${table.id}/picture?at=${table.at}`;
