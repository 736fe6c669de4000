/** On an upright screen a floating notice stands above the bar at the bottom, however high that is: the players stay in sight. */
import { space } from "../space.svelte";

export function aboveBar(notice: HTMLElement): (() => void) | undefined {
  const bar = space.layout === "tall" ? document.querySelector<HTMLElement>("[data-bar]") : null;
  if (!bar) return undefined;
  const sizes = new ResizeObserver(() => notice.style.setProperty("--bar", `${bar.offsetHeight}px`));
  sizes.observe(bar);
  return () => sizes.disconnect();
}
