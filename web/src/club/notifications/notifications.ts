/** How this person is called when it is their turn: asked of the server, and of the browser for push messages. */
import { ask } from "../../table/http";
import { seatsOf } from "../../table/keys";
import type * as wire from "../../wire/generated/types";

export type Quiet = wire.QuietHours;
export type Way = wire.ChannelCard;
export type NewChannel = wire.NewChannel["way"];
export type Format = wire.Webhook["format"];

/** Whether this browser can be called while no page is open; if not, why. */
export type PushState = "can" | "denied" | "insecure" | "cannot";

export function pushState(): PushState {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "cannot";
  return Notification.permission === "denied" ? "denied" : "can";
}

const PATIENCE = 10_000;

/** The service worker comes a moment after the page (`main.ts`); where it is blocked, it never does. */
function worker(): Promise<ServiceWorkerRegistration | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** The address of this browser's subscription, if it has one. */
export async function ownEndpoint(): Promise<string | null> {
  if (pushState() !== "can") return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

function decoded(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** Subscribe this browser; the browser asks its person first. Null: they said no, or it did not work. */
export async function subscribed(serverKey: string): Promise<NewChannel | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const manager = (await worker())?.pushManager;
  if (!manager) return null;
  const wish = { userVisibleOnly: true, applicationServerKey: decoded(serverKey) };
  const subscribe = () => manager.subscribe(wish).catch(() => null);
  let subscription = await subscribe();
  if (!subscription) {
    // bound to the key of another server, which was here before
    await (await manager.getSubscription())?.unsubscribe();
    subscription = await subscribe();
  }
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!endpoint || !keys?.p256dh || !keys.auth) return null;
  return { kind: "push", endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** The reader's channels: those at a table, or those of a profile for all its tables (`table` null). */
export class Calls {
  constructor(private readonly table: string | null) {}

  private get path(): string {
    return this.table === null ? "/me/notifications" : `/tables/${this.table}/notifications`;
  }

  /** A device that took its seat by a link has no cookie, so that its key goes along. */
  private get key(): { seat?: number; token?: string } {
    const own = this.table === null ? undefined : seatsOf(this.table)[0];
    return own ? { seat: own.seat, token: own.token } : {};
  }

  offer = () => ask<wire.NotificationOffer>("/notifications");

  async list(): Promise<Way[]> {
    const { seat, token } = this.key;
    const headers = token === undefined ? undefined : { authorization: `Bearer ${seat}.${token}` };
    return (await ask<wire.Channels>(this.path, undefined, headers)).ways;
  }

  add(way: NewChannel, lang: string, quiet: Quiet | null, wholeTable = false): Promise<Way> {
    return ask<Way>(this.path, { way, lang, quiet, whole_table: wholeTable, ...this.key });
  }

  stop = (id: string) => ask(`${this.path}/${id}/stop`, this.key);
  keepQuiet = (quiet: Quiet | null) => ask(`${this.path}/quiet`, { quiet, ...this.key });
}
