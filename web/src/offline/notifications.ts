/// <reference lib="webworker" />
/**
 * Calls in the service worker: shown also when no page of ours is open. The server words them (`server/notifications`), from
 * what every spectator may see, because anyone may see a locked screen.
 */
interface Call {
  title: string;
  body: string;
  url: string;
  lang: string;
  /** Tables that wait for this person. */
  waiting: number;
  table?: string;
  picture?: string;
  /** The moves that can be made right here, and the token that makes one of them, once. */
  taps?: { move: string; title: string }[];
  tap?: string;
}

/** Parts of the standard that not every browser's types know. */
interface Extended extends NotificationOptions {
  image?: string;
  renotify?: boolean;
  actions?: { action: string; title: string }[];
}
/** The push service has replaced a subscription, or ended it: then the same wish makes a new one. */
interface Changed {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}
interface Badging {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

const ICON = "/icon-192.png";

export function showCalls(me: ServiceWorkerGlobalScope): void {
  const badge = me.navigator as Badging;

  async function show(call: Call): Promise<void> {
    const options: Extended = {
      body: call.body,
      lang: call.lang,
      icon: ICON,
      tag: call.table ?? "tables",
      renotify: true,
      data: call,
      ...(call.picture && { image: call.picture }),
      actions: (call.taps ?? []).map(({ title }, index) => ({ action: String(index), title })),
    };
    await me.registration.showNotification(call.title, options);
    await badge.setAppBadge?.(call.waiting).catch(() => {});
    // an open page looks at once, too
    for (const page of await me.clients.matchAll({ type: "window" })) page.postMessage("called");
  }

  /** Back to a page that shows the table, or to a new one. */
  async function open(url: string): Promise<void> {
    const pages = await me.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === url);
    if (there) await there.focus();
    else await me.clients.openWindow(url);
  }

  /** Make the chosen move; its result replaces the notification. If it fails, the table opens. */
  async function play(call: Call, move: string): Promise<void> {
    const answer = await fetch("/api/v1/notifications/play", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: call.tap, move }),
    }).catch(() => null);
    if (!answer?.ok) return await open(call.url);
    const said = (await answer.json()) as { title: string; again: boolean };
    const options: Extended = { lang: call.lang, icon: ICON, tag: call.table ?? "tables", silent: true };
    await me.registration.showNotification(said.title, { ...options, data: { url: call.url } });
    if (!said.again) await badge.clearAppBadge?.().catch(() => {});
  }

  /** Tell the server where this browser is called from now on; without the old address nobody knows who it was. */
  async function renew({ oldSubscription: old, newSubscription }: Changed): Promise<void> {
    const { endpoint, keys } = old?.toJSON() ?? {};
    if (!old || !endpoint || !keys?.auth) return;
    const wish = { userVisibleOnly: true, applicationServerKey: old.options.applicationServerKey };
    const now = (newSubscription ?? (await me.registration.pushManager.subscribe(wish))).toJSON();
    const way = { kind: "push", endpoint: now.endpoint, p256dh: now.keys?.p256dh, auth: now.keys?.auth };
    await fetch("/api/v1/notifications/renew", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ endpoint, auth: keys.auth, way }),
    });
  }

  me.addEventListener("push", (event) => {
    if (event.data) event.waitUntil(show(event.data.json() as Call));
  });
  // the types of the standard's worker do not know this event yet
  me.addEventListener("pushsubscriptionchange" as "push", (event) => {
    event.waitUntil(renew(event as unknown as Changed));
  });
  me.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const call = event.notification.data as Call;
    const tap = call.taps?.[Number(event.action)];
    event.waitUntil(event.action && tap ? play(call, tap.move) : open(call.url));
  });
}
