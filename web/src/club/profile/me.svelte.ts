/** Who this device belongs to. The key itself is in a cookie that no script can read. */
import { setOwnName } from "../../shell/bar/settings.svelte";
import { ask } from "../../table/http";
import { dropOwnSeats, guestTables, markKept, seatsOf, setGuestTables, tablesKept } from "../../table/keys";
import { isLocal } from "../../table/reach.svelte";
import type * as wire from "../../wire/generated/types";
import { deviceLabel, type Me } from "../club";
import { shownPasskey } from "./passkeys";

const AT_ONCE = 50; // seats that the server takes in one request

const known = $state<{ me: Me | null; asked: boolean; created: boolean }>({ me: null, asked: false, created: false });

export const me = (): Me | null => known.me;
/** Whether the profile was created just now, and its recovery code was neither created nor put off. */
export const isNew = (): boolean => known.created;
export const putOffRecovery = () => (known.created = false);
/** Whether the server has said who we are. */
export const asked = (): boolean => known.asked;

function become(found: Me | null): void {
  known.me = found;
  known.asked = true;
  markKept(found?.avatar ?? null);
  if (found) setOwnName(found.name);
}

/** Its games are added before My games is shown. */
async function arrive(found: Me | null): Promise<void> {
  if (found) await takeGamesAlong();
  become(found);
}

export const lookWhoIAm = () => ask<wire.WhoAmI>("/me").then(({ me }) => arrive(me));

export async function keepMe(name: string, avatar: string): Promise<void> {
  const { me } = await ask<wire.SignedIn>("/me", { name, avatar, device: deviceLabel() });
  known.created = true;
  await arrive(me);
}

/** The profile that a code signs in to. Anyone could have sent the link, so the page asks before it uses the code. */
export const codeOwner = (code: string) => ask<wire.CodeOwner>("/me/enter/owner", { code });

/** Sign in with the code of a link, or the recovery code. Seats that this device took as a guest stay the guest's. */
export async function enter(code: string): Promise<void> {
  const { me } = await ask<wire.SignedIn>("/me/enter", { code, device: deviceLabel() });
  setGuestTables(tablesKept().filter((table) => !isLocal(table)));
  await arrive(me);
}

/** Add the games that this device plays as a guest to the profile. */
export async function addGuestGames(): Promise<void> {
  setGuestTables([]);
  await takeGamesAlong();
}

/** Come in with a passkey; nothing happens if its owner changes their mind. */
export async function enterByPasskey(): Promise<void> {
  const credential = await shownPasskey();
  if (!credential) return;
  const { me } = await ask<wire.SignedIn>("/me/passkeys/enter", { credential, device: deviceLabel() });
  await arrive(me);
}

export async function change(
  wish: Partial<Pick<Me, "name" | "avatar" | "listed" | "puzzles" | "program">>,
): Promise<void> {
  become(await ask<Me>("/me/change", wish));
}

export async function signOutHere(): Promise<void> {
  await ask("/me/sign_out", {});
  await dropOwnGames();
  dropOwnSeats();
  become(null);
}

export async function deleteMe(name: string): Promise<void> {
  await ask("/me/delete", { name });
  known.created = false;
  await dropOwnGames();
  dropOwnSeats();
  setOwnName("");
  become(null);
}

export async function refreshMe(): Promise<void> {
  become((await ask<wire.WhoAmI>("/me")).me);
}

/** The next person on this device must not see the moments of these games, nor what was learnt from them. */
async function dropOwnGames(): Promise<void> {
  await (await import("../../moments/cards")).dropOwnMoments();
  await (await import("../../insights/digests")).dropOwnDigests();
}

const TAKEN = "piazzetta.taken";

/** Add the games of this device to the profile; each table is sent once. */
async function takeGamesAlong(): Promise<void> {
  const before = new Set((sessionStorage.getItem(TAKEN) ?? "").split(" "));
  const guest = new Set(guestTables());
  const tables = tablesKept().filter((table) => !isLocal(table) && !before.has(table) && !guest.has(table));
  const seats = tables.flatMap((table) => seatsOf(table).map(({ seat, token }) => ({ table, seat, token })));
  for (let at = 0; at < seats.length; at += AT_ONCE) await ask("/me/seats", { seats: seats.slice(at, at + AT_ONCE) });
  sessionStorage.setItem(TAKEN, [...before, ...tables].join(" "));
}
