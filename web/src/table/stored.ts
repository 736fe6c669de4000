/** What this browser keeps between visits, as JSON under a name. */

/** What is kept; otherwise, also where nothing sensible or nothing at all can be kept, something else. */
export function recall<T>(name: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep it; in a browser that keeps nothing it lasts as long as the page. */
export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // a private window, or a full disk
  }
}
