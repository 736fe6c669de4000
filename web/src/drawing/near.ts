/** What is drawn when somebody scrolls to it: an attachment that tells once when its element is about to be seen. */
import type { Attachment } from "svelte/attachments";

const AHEAD = "300px";

/** One at a time, and after whatever somebody presses meanwhile. Safari knows no idle moments. */
const whenIdle = (then: () => void): unknown =>
  "requestIdleCallback" in window ? requestIdleCallback(then, { timeout: 500 }) : setTimeout(then);

/** `within`: a selector of the box that scrolls, if that is not the window. */
export function whenNear(then: () => void, within?: string): Attachment {
  return (element) => {
    const watching = new IntersectionObserver(
      (seen) => {
        if (!seen.at(-1)!.isIntersecting) return;
        watching.disconnect();
        whenIdle(then);
      },
      { root: within ? element.closest(within) : null, rootMargin: AHEAD },
    );
    watching.observe(element);
    return () => watching.disconnect();
  };
}
