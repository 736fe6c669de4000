/** What is said at the table on the screen: which messages are unread, and those that hang at their authors' seats. */
import { keepRead } from "../../table/keys";
import { heard } from "../../table/heard/mutes.svelte";
import type { ChatLine, Table } from "../../table/table";
import { learnReactions } from "./reactions";

const STAYS = 6_000; // milliseconds that a bubble hangs

const talk = $state<{ read: number; bubbles: ChatLine[] }>({ read: 0, bubbles: [] });
/** The last message that was there, or has hung as a bubble. */
let last = -1;
let of: string | undefined;

const lines = (table: Table) => table.chat.filter((line) => heard(table.info?.id, line.seat));

/** Follow what is said at a table; what was said before it was opened has been said. */
export function listen(table: Table): void {
  const said = lines(table);
  const id = table.info?.id;
  if (id && document.visibilityState === "visible") keepRead(id, table.at);
  if (of !== id) {
    of = id;
    last = said.at(-1)?.at ?? -1;
    talk.read = said.length;
    talk.bubbles = [];
    return;
  }
  for (const line of said.filter(({ at }) => at > last)) void hang(line);
  last = Math.max(last, said.at(-1)?.at ?? -1);
}

async function hang(line: ChatLine): Promise<void> {
  await learnReactions().catch(() => {}); // most games are played without a word: they come with the first one
  talk.bubbles = [...talk.bubbles.filter(({ seat }) => seat !== line.seat), line];
  setTimeout(() => drop(line), STAYS);
}

export const bubbles = (): readonly ChatLine[] => talk.bubbles;

export function drop(line: ChatLine): void {
  talk.bubbles = talk.bubbles.filter(({ at }) => at !== line.at);
}

/** The chat is open: all of it is read. */
export function readAll(table: Table): void {
  talk.read = lines(table).length;
  talk.bubbles = [];
}

/** Messages of others since the chat was last open. */
export function unread(table: Table): number {
  const said = lines(table).slice(talk.read);
  return of === table.info?.id ? said.filter(({ seat }) => !table.yours.includes(seat)).length : 0;
}
