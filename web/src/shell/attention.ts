/** Tells somebody whose tab is one of many that it is their turn: in its title, its icon and the app's, with a bell. */
import { play } from "./bar/sound";

interface Badging {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

const PLAIN = document.title;

/** `turn`: what to say in the title while it is somebody's turn here; null while it is not. */
export function tellTurn(turn: string | null): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  document.title = turn === null ? PLAIN : `● ${turn}`;
  icon?.setAttribute("href", icon.href.replace(/icon(-turn)?\.svg$/, turn === null ? "icon.svg" : "icon-turn.svg"));
  const app = navigator as Badging;
  const away = document.visibilityState === "hidden";
  // whoever looks needs no number on the app's icon
  const badge = turn !== null && away ? app.setAppBadge?.(1) : app.clearAppBadge?.();
  badge?.catch(() => {});
  if (turn !== null && away) play("bell");
}
