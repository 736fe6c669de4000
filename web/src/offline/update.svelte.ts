/** Registers the service worker, and tells when a new version is waiting. */
import { STATIC } from "../table/reach.svelte";

const HOUR = 3_600_000;

const state = $state<{ waiting: ServiceWorker | null }>({ waiting: null });

export function newVersion(): boolean {
  return state.waiting !== null;
}

/** Load the new version now. Otherwise it loads at the next start. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  state.waiting?.postMessage("take over");
}

export function later(): void {
  state.waiting = null;
}

/** In development files change all the time, and a browser may have no service workers (plain http). */
export async function register(): Promise<void> {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register(STATIC ? "./sw.js" : "/sw.js").catch(() => null);
  if (!registration) return; // blocked: the page works only while there is a network
  const look = () => {
    // The first version waits for nobody; a later one waits while this page is open.
    if (registration.waiting && registration.active) state.waiting = registration.waiting;
  };
  // It may be installing already, or come later.
  const watch = () => registration.installing?.addEventListener("statechange", look);
  look();
  watch();
  registration.addEventListener("updatefound", watch);
  setInterval(() => void registration.update().catch(() => {}), HOUR);
}
