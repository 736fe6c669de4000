/**
 * How a table uses the window: the one place that measures it. Everything else follows the layout's name, or asks its
 * own container.
 *
 * - `wide`: the top bar above, players and log at the right, what is asked below.
 * - `side`: the window is too low for bars above and below; all of them stand in one column at the right.
 * - `tall`: a phone or a tablet held upright; one thing under the other.
 */
import { MediaQuery } from "svelte/reactivity";

export type Layout = "wide" | "side" | "tall";

const low = new MediaQuery("(max-height: 760px) and (min-aspect-ratio: 5/4)");
const lower = new MediaQuery("(max-height: 560px) and (min-aspect-ratio: 5/4)");
const narrow = new MediaQuery("(max-width: 900px)");
const fingers = new MediaQuery("(hover: none)");
const phone = new MediaQuery("(max-width: 720px), (max-height: 900px)");

export const space = {
  get layout(): Layout {
    return low.current ? "side" : narrow.current ? "tall" : "wide";
  },
  /** Nothing can be pointed at: a first tap shows what a second one does. */
  get touch(): boolean {
    return fingers.current;
  },
  /** Only room for what is needed now: short words, a map to drag, the log behind a button. */
  get small(): boolean {
    return lower.current || (this.layout === "tall" && phone.current);
  },
};
