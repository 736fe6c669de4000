/** Whether this page stands in a frame of somebody's blog: `/embed/t/ID`, `/embed/replay/ID`, a study, puzzles. */
import { STATIC } from "../table/reach.svelte";

const PREFIX = /^\/embed(?=\/(t|replay|puzzles)\/|\/study$)/; // only these may stand in frames

export const embedded: boolean = !STATIC && PREFIX.test(location.pathname);

/** The path of the whole page behind an embedded one. */
export const wholePath = (path: string): string => path.replace(PREFIX, "");

/** The HTML with which a page of another site shows a game. */
export const frameCode = (path: string, title: string): string =>
  `<iframe src="${location.origin}/embed${path}" title="${title.replaceAll('"', "&quot;")}" ` +
  'style="width: 100%; aspect-ratio: 3 / 2; border: 0" loading="lazy" allowfullscreen></iframe>';
