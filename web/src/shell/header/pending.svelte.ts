/**
 * What waits for me, wherever I am on the page: my turns, invitations and unread messages. It is one number, in every
 * header and in the tab's title. The server knows which games wait.
 */
import { ask, info, invitations as addresses, join } from "../../table/http";
import { isKept, readTo, seatsOf, tablesKept } from "../../table/keys";
import { isLocal, serverThere, STATIC } from "../../table/reach.svelte";
import type { TableInfo } from "../../table/table";
import type * as wire from "../../wire/generated/types";
import { t } from "../../words/index.svelte";
import { ownName } from "../bar/settings.svelte";
import { go, route } from "../route.svelte";

const AGAIN = 15_000;
const HIDDEN = 60_000; // the title of a tab in the background
const MOST_TABLES = 20; // in one request of a guest

const NOTHING: wire.Pending = { games: [], invitations: [], others: 0 };

let found = $state.raw<wire.Pending>(NOTHING);
/** Invitations that pop up no more: answered with "Not now", or seen in the list. */
let put = $state<string[]>(JSON.parse(sessionStorage.getItem("piazzetta.later") ?? "[]") as string[]);

const byInvitation = (one: wire.Invitation) => `${one.table} ${one.name}`;

/** What the server knows about a guest's games, by the keys that this device stores; `before`: without the latest seats. */
function askAsGuest<T>(address: string, nothing: T, before = 0): Promise<T> {
  const seats = tablesKept()
    .filter((table) => !isLocal(table))
    .flatMap((table) => seatsOf(table).map(({ seat, token }) => ({ table, seat, token, read: readTo(table) })))
    .toReversed()
    .slice(before, before + MOST_TABLES);
  return seats.length ? ask(address, { seats }) : Promise.resolve(nothing);
}

export const guestsGames = (before = 0) =>
  askAsGuest<wire.MyGames>("/guest/games", { games: [], finished: [], more: false }, before);

/** All finished games of a guest. */
export async function guestsFinished(): Promise<wire.FinishedGame[]> {
  const seats = tablesKept()
    .filter((table) => !isLocal(table))
    .flatMap(seatsOf).length;
  const found = new Map<string, wire.FinishedGame>();
  for (let before = 0; before < seats; before += MOST_TABLES)
    for (const game of (await guestsGames(before)).finished) found.set(game.table, game);
  return [...found.values()];
}

export async function lookPending(): Promise<void> {
  if (!serverThere()) await addresses().catch(() => {}); // perhaps it is back
  try {
    found = await (isKept() ? ask<wire.Pending>("/me/pending") : askAsGuest("/pending", NOTHING));
  } catch {
    if (serverThere()) found = NOTHING; // signed out elsewhere
  }
}

let first: Promise<void> | null = null;

/** What waits, as it was found first. */
export const firstLook = (): Promise<void> => (first ??= lookPending());

/** Whether something may wait, so that a page makes room for it. */
export const mayWait = (): boolean => !STATIC && (isKept() || tablesKept().some((table) => !isLocal(table)));

/** Look again and again, as long as the page is open. */
export function watchPending(): (() => void) | undefined {
  if (STATIC) return;
  let last = Date.now();
  void firstLook();
  const look = () => {
    const wait = document.visibilityState === "visible" ? AGAIN : HIDDEN;
    if (Date.now() - last < wait - 500) return;
    last = Date.now();
    void lookPending();
  };
  const now = () => {
    last = 0;
    look();
  };
  const timer = setInterval(look, AGAIN);
  navigator.serviceWorker?.addEventListener("message", now); // a notification has come
  document.addEventListener("visibilitychange", now);
  addEventListener("online", now);
  return () => {
    clearInterval(timer);
    navigator.serviceWorker?.removeEventListener("message", now);
    document.removeEventListener("visibilitychange", now);
    removeEventListener("online", now);
  };
}

/** The table on the screen: what waits there is seen there. */
const here = () => {
  const where = route();
  return where.page === "table" ? where.id : null;
};

export const turns = () => found.games.filter(({ table, my_turn }) => my_turn && table !== here());
export const talks = () => found.games.filter(({ table, unread }) => unread && table !== here());
/** The games of both, each once. */
export const waitingGames = () => found.games.filter(({ table }) => table !== here());
export const invitations = () => found.invitations.filter(({ table }) => table !== here());
export const otherGames = () => found.others;
/** The one number. */
export const pendingCount = () => turns().length + talks().length + invitations().length;

/** The title of a tab, with the number before it. */
export function titled(title: string): string {
  const count = pendingCount();
  return count ? `(${count}) ${title}` : title;
}

/** "2 turns, 1 invitation". */
export function pendingWords(): string {
  const parts = [
    [turns().length, "pending.turns"],
    [invitations().length, "pending.invitations"],
    [talks().length, "pending.talks"],
  ] as const;
  return parts
    .filter(([n]) => n)
    .map(([n, key]) => t(key, { n }))
    .join(", ");
}

// --- invitations ---

/** The latest invitation that has not been put off. */
export const newInvitation = () => invitations().find((one) => !put.includes(byInvitation(one)));

export function putOff(one: wire.Invitation): void {
  put = [...put, byInvitation(one)];
  sessionStorage.setItem("piazzetta.later", JSON.stringify(put));
}

export async function accept(one: wire.Invitation): Promise<void> {
  await join(one.table, ownName() || t("front.player", { n: 1 }));
  found = { ...found, invitations: found.invitations.filter(({ table }) => table !== one.table) };
  go(`/t/${one.table}`);
}

export async function decline(one: wire.Invitation): Promise<void> {
  await ask("/me/friends/decline", { table: one.table });
  found = { ...found, invitations: found.invitations.filter(({ table }) => table !== one.table) };
}

const cards = new Map<string, Promise<TableInfo>>();

/** The table of an invitation: which game, how many players, how much time. */
export function invitedTo(table: string): Promise<TableInfo> {
  const known = cards.get(table) ?? info(table);
  cards.set(table, known);
  known.catch(() => cards.delete(table));
  return known;
}
