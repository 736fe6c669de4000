/** Open tables and games to watch, those on this device aside. */
import { tablesKept } from "../../table/keys";
import type { TableInfo } from "../../table/table";
import { openTables, type Filter } from "./lobby";

const MOST = 5;
const MOST_CHOSEN = 20;
const MOST_WATCHED = 3;

export const ANY: Readonly<Filter> = { game: "", players: "", pace: "", free: "" };

let found = $state.raw<{ open: TableInfo[]; watchable: TableInfo[] }>({ open: [], watchable: [] });

export function around(): { open: TableInfo[]; watchable: TableInfo[] } {
  return found;
}

export async function lookAround(wanted: Readonly<Filter> = ANY): Promise<void> {
  const { open, watchable } = await openTables(wanted).catch(() => ({ open: [], watchable: [] }));
  const mine = new Set(tablesKept());
  const chosen = Object.values(wanted).some((value) => value !== "");
  found = {
    open: open.filter((table) => !mine.has(table.id)).slice(0, chosen ? MOST_CHOSEN : MOST),
    watchable: watchable.filter((table) => !mine.has(table.id)).slice(0, MOST_WATCHED),
  };
}
