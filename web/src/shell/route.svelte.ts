/** Where we are: the front page, a table, a replay. The address is the only truth; going back works. */
export type Route =
  | { page: "front" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string | null; at: number | null; viewer: number | null };

function read(): Route {
  const [, first, second] = location.pathname.split("/");
  const asked = new URLSearchParams(location.search);
  const number = (name: string) => (asked.has(name) ? Number(asked.get(name)) : null);
  if (first === "t" && second) return { page: "table", id: decodeURIComponent(second) };
  if (first === "replay") {
    return { page: "replay", id: second ? decodeURIComponent(second) : null, at: number("at"), viewer: number("viewer") };
  }
  return { page: "front" };
}

const current = $state<{ route: Route }>({ route: read() });

export function route(): Route {
  return current.route;
}

export function go(path: string): void {
  if (path !== location.pathname + location.search + location.hash) history.pushState(null, "", path);
  current.route = read();
  scrollTo(0, 0);
}

/** Change the address without leaving the screen, so that it can be shared. */
export function note(path: string): void {
  history.replaceState(null, "", path);
}

addEventListener("popstate", () => (current.route = read()));

/** A plain click on one of our own links stays in the page; everything else is the browser's. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href^='/']");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.hasAttribute("download") || link.getAttribute("target") || link.getAttribute("href")!.startsWith("/api")) return;
  event.preventDefault();
  go(link.getAttribute("href")!);
}
