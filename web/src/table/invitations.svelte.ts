/**
 * The address in an invitation. On the server's own machine the page is at 127.0.0.1, which means another machine on a
 * friend's phone; then the server says where it can be reached.
 */
import { invitations } from "./http";
import { STATIC } from "./reach.svelte";

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

const known = $state<{ addresses: string[]; chosen: string }>({ addresses: [], chosen: location.origin });
let asking: Promise<void> | undefined;

/** Looks up where friends reach this server; once is enough. */
export function lookUpAddresses(): Promise<void> {
  return (asking ??= lookUp());
}

async function lookUp(): Promise<void> {
  if (!LOOPBACK.test(location.hostname)) return;
  const { addresses } = await invitations().catch(() => ({ addresses: [] }));
  known.addresses = addresses;
  known.chosen = addresses[0] ?? location.origin;
}

/** The server's addresses in its networks; none if this page itself was opened under one that others can use. */
export function friendsAddresses(): string[] {
  return known.addresses;
}

export function chosenAddress(): string {
  return known.chosen;
}

export function chooseAddress(address: string): void {
  known.chosen = address;
}

/** Whether only this machine can open an invitation. */
export function onlyHere(): boolean {
  return LOOPBACK.test(new URL(known.chosen).hostname);
}

/** The whole link to a place of the page, for a friend. */
export function invitation(path: string): string {
  return new URL(path, STATIC ? location.href : known.chosen).href;
}
