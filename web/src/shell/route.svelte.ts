/**
 * Where we are: the front page, a table, a replay. The address is the only truth; going back works.
 *
 * A server knows every address of the page. A static host knows files alone, so there the same places stand behind the
 * `#`: `/t/…` is `#/t/…`.
 */
import { STATIC } from "../table/reach.svelte";

export type Route =
  | { page: "front" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string | null; at: number | null; viewer: number | null };

/** The place we are at, as a path of the page with what is asked for there. */
function place(): URL {
  const path = STATIC ? location.hash.slice(1) : location.pathname + location.search;
  return new URL(path.startsWith("/") ? path : "/", location.origin);
}

/** What is asked for at this place (`?tour`, `?at=12`). */
export function asked(): URLSearchParams {
  return place().searchParams;
}

/** The link to a place of the page. */
export function to(path: string): string {
  return STATIC ? `#${path}` : path;
}

/** The same for somebody else. */
export function wholeLink(path: string): string {
  return new URL(to(path), location.href).href;
}

function read(): Route {
  const { pathname, searchParams } = place();
  const [, first, second] = pathname.split("/");
  const number = (name: string) => (searchParams.has(name) ? Number(searchParams.get(name)) : null);
  if (first === "t" && second) return { page: "table", id: decodeURIComponent(second) };
  if (first === "replay") {
    return {
      page: "replay",
      id: second ? decodeURIComponent(second) : null,
      at: number("at"),
      viewer: number("viewer"),
    };
  }
  return { page: "front" };
}

const current = $state<{ route: Route }>({ route: read() });

export function route(): Route {
  return current.route;
}

export function go(path: string): void {
  if (new URL(to(path), location.href).href !== location.href) history.pushState(null, "", to(path));
  current.route = read();
  scrollTo(0, 0);
}

/** Change the address without leaving the screen, so that it can be shared. */
export function note(path: string): void {
  history.replaceState(null, "", to(path));
}

addEventListener("popstate", () => (current.route = read()));

/** A plain click on one of our own links stays in the page; everything else is the browser's. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href^='/'], a[href^='#/']");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const path = link.getAttribute("href")!.replace(/^#/, "");
  if (link.hasAttribute("download") || link.getAttribute("target") || path.startsWith("/api")) return;
  event.preventDefault();
  go(path);
}
