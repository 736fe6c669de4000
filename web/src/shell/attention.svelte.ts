/** Tells somebody whose tab is one of many that it is their turn: in its title, its icon and the app's. */
import { t } from "../words/index.svelte";
import { titled } from "./header/pending.svelte";

interface Badging {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

const here = $state({ turn: false });

/** The title of a tab in which a game is played; the number is of what waits elsewhere. */
export function tabTitle(game: string): string {
  return titled(here.turn ? `● ${t("seat.your_turn")} – ${game}` : `${game} · Piazzetta`);
}

/** Somebody here is asked for a decision, or nobody any more. */
export function tellTurn(turn: boolean): void {
  here.turn = turn;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  icon?.setAttribute("href", icon.href.replace(/icon(-turn)?\.svg$/, turn ? "icon-turn.svg" : "icon.svg"));
  const app = navigator as Badging;
  const away = document.visibilityState === "hidden";
  // a visible page needs no number on the app's icon
  const badge = turn && away ? app.setAppBadge?.(1) : app.clearAppBadge?.();
  badge?.catch(() => {});
}
