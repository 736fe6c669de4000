/** Makes a place on the map something one can point at, focus and press; where nothing is possible a click asks why. */
import type { Choice, Choosing } from "../choosing.svelte";

export function target(
  choice: Choice | null,
  choosing: Choosing,
  describe: (choice: Choice) => string,
  onpick: (choice: Choice, touch: boolean) => void,
  onwhy: () => void,
) {
  if (!choice) return { onclick: onwhy };
  let touch = false;
  return {
    role: "button",
    tabindex: 0,
    "aria-label": describe(choice),
    "data-move": choice.option.move,
    onpointerdown: (event: PointerEvent) => (touch = event.pointerType === "touch"),
    onpointerenter: (event: PointerEvent) => event.pointerType !== "touch" && choosing.aim(choice),
    onpointerleave: () => choosing.aim(null),
    onfocus: () => choosing.aim(choice),
    onblur: () => choosing.aim(null),
    onclick: () => onpick(choice, touch),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      onpick(choice, false);
    },
  } as const;
}
