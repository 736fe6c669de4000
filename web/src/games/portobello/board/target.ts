/** Makes a place on the map hoverable, focusable and pressable; where nothing is possible, a click asks why. */
import type { Plan } from "../map/plan";
import type { Choice, Choosing } from "../turn/choosing.svelte";
import type { PortobelloView } from "../view";

/** What every kind of place on the map is drawn from. */
export interface Places {
  plan: Plan;
  view: PortobelloView;
  choosing: Choosing;
  /** What has just come there. */
  fresh: ReadonlySet<string>;
  /** The attributes of a place, by what can be chosen there, and by the move to ask about if nothing can. */
  press: (choice: Choice | null, move: string) => ReturnType<typeof target>;
}

/** Whether the pointer is a finger: a first tap only shows what a choice would do. */
let touch = false;

export function target(
  choice: Choice | null,
  choosing: Choosing,
  describe: (choice: Choice) => string,
  onpick: (choice: Choice, touch: boolean) => void,
  onwhy: () => void,
) {
  if (!choice) return { onclick: onwhy };
  return {
    role: "button",
    tabindex: 0,
    "aria-label": describe(choice),
    "data-move": choice.option.move,
    onpointerdown: (event: PointerEvent) => {
      touch = event.pointerType === "touch";
    },
    onpointerenter: (event: PointerEvent) => event.pointerType !== "touch" && choosing.aim(choice),
    onpointerleave: () => choosing.leave(choice),
    onfocus: () => !touch && choosing.aim(choice),
    onblur: () => choosing.leave(choice),
    onclick: () => {
      const byTouch = touch;
      touch = false;
      onpick(choice, byTouch);
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      onpick(choice, false);
    },
  } as const;
}
