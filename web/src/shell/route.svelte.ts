/**
 * The current route: the home page, a table, a rulebook, a replay, the workshop and so on. The address is the only
 * state, so going back works.
 *
 * A server knows every address of the page. A static host knows only files, so there the same routes follow the `#`:
 * `/t/…` is `#/t/…`.
 */
import { embedded, wholePath } from "../embed/embedded";
import { STATIC } from "../table/reach.svelte";
import type { GameName } from "../table/table";

export type Route =
  | { page: "front" }
  | { page: "about" }
  | { page: "my-games" }
  | { page: "insights" }
  | { page: "learn" }
  | { page: "watch" }
  | { page: "admin" }
  | { page: "workshop"; game: GameName | null; design: string | null }
  | { page: "table"; id: string }
  | { page: "rules"; game: GameName; clause: string | null; edition: string | null }
  | { page: "moments"; id: string | null; seat: number | null }
  | { page: "puzzles"; game: GameName | null; id: string | null }
  | { page: "replay"; id: string | null; at: number | null; viewer: number | null }
  | {
      page: "explore";
      game: GameName;
      players: number | null;
      edition: string | null;
      moves: string[];
      seed: number;
    }
  | { page: "study"; id: string | null; game: string | null; shared: string | null; at: number | null };

/** Screens without a parameter, by their addresses. People have stored these, so they stay. */
const SCREENS: Record<string, "about" | "my-games" | "insights" | "learn" | "watch" | "admin"> = {
  about: "about",
  "my-games": "my-games",
  desk: "my-games", // as it was called
  insights: "insights",
  learn: "learn",
  watch: "watch",
  admin: "admin",
  host: "admin",
};

/** The current route, as a path within the page with its query. */
function place(): URL {
  const path = STATIC ? location.hash.slice(1) : wholePath(location.pathname) + location.search;
  return new URL(path.startsWith("/") ? path : "/", location.origin);
}

/** The current route's query (`?tour`, `?at=12`). */
export function asked(): URLSearchParams {
  return place().searchParams;
}

/** The link to a route. */
export function to(path: string): string {
  return STATIC ? `#${path}` : path;
}

function read(): Route {
  const { pathname, searchParams } = place();
  const [, first, second, third] = pathname.split("/");
  const number = (name: string) => (searchParams.has(name) ? Number(searchParams.get(name)) : null);
  if (first === "t" && second) return { page: "table", id: decodeURIComponent(second) };
  if (first === "rules" && second) {
    // on a server a clause may follow the #, as it does in print
    const hash = STATIC ? "" : decodeURIComponent(location.hash.slice(1));
    return {
      page: "rules",
      game: second,
      clause: searchParams.get("clause") ?? (hash || null),
      edition: searchParams.get("edition"),
    };
  }
  if (first === "workshop") {
    return { page: "workshop", game: second || null, design: searchParams.get("design") };
  }
  if (first === "moments") {
    return { page: "moments", id: second ? decodeURIComponent(second) : null, seat: number("seat") };
  }
  if (first === "puzzles") return { page: "puzzles", game: second || null, id: third || null };
  if (first === "replay") {
    return {
      page: "replay",
      id: second ? decodeURIComponent(second) : null,
      at: number("at"),
      viewer: number("viewer"),
    };
  }
  if (first === "explore" && second) {
    const [players, edition] = [number("players"), searchParams.get("edition")];
    return {
      page: "explore",
      game: second,
      players,
      edition,
      moves: searchParams.getAll("move"),
      seed: number("seed") ?? 0,
    };
  }
  if (first === "study") {
    const [game, shared] = [searchParams.get("game"), searchParams.get("shared")];
    return { page: "study", id: second || null, game, shared, at: number("at") };
  }
  return { page: SCREENS[first ?? ""] ?? "front" };
}

const current = $state<{ route: Route }>({ route: read() });

export function route(): Route {
  return current.route;
}

export function go(path: string): void {
  if (embedded) {
    window.open(path, "_blank", "noopener"); // a link out of a frame opens a page of its own
    return;
  }
  if (new URL(to(path), location.href).href !== location.href) history.pushState(null, "", to(path));
  current.route = read();
  scrollTo(0, 0);
}

/** Change the address without leaving the screen, so that it can be shared. */
export function note(path: string): void {
  if (embedded) return;
  history.replaceState(null, "", to(path));
}

addEventListener("popstate", () => (current.route = read()));

/** A plain click on one of our own links stays in the page; the browser handles everything else. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href^='/'], a[href^='#/']");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const path = link.getAttribute("href")!.replace(/^#/, "");
  if (link.hasAttribute("download") || link.getAttribute("target") || path.startsWith("/api")) return;
  event.preventDefault();
  go(path);
}
