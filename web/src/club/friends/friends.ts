/** Friends, as the server tells them (docs/protocol.md). */
import { SvelteSet } from "svelte/reactivity";
import { ask } from "../../table/http";
import type * as wire from "../../wire/generated/types";

export type Somebody = wire.Asking;
export type Friend = wire.Friend;
export type Friends = wire.Friends;

export const friends = () => ask<Friends>("/me/friends");
export const find = (name: string) =>
  ask<wire.Found>(`/me/friends/find?name=${encodeURIComponent(name)}`).then(({ people }) => people);
/** Send a friend request, or accept one. */
export const befriend = (person: string) => ask<Friends>("/me/friends/ask", { person });
export const remove = (person: string) => ask<Friends>("/me/friends/remove", { person });
export const beSeen = (shown: boolean) => ask<Friends>("/me/friends/presence", { shown });

/** The friends that this page has invited, and to which table. */
const invited = new SvelteSet<string>();
export const isInvited = (person: string, table: string) => invited.has(`${table} ${person}`);
export async function invite(person: string, table: string): Promise<void> {
  await ask("/me/friends/invite", { person, table });
  invited.add(`${table} ${person}`);
}
