/** Whether a game counts for ratings, as said to somebody who has one. */
import { isKept } from "../table/keys";
import { isLocal } from "../table/reach.svelte";
import type { TableInfo } from "../table/table";
import { t } from "../words/index.svelte";

/** Guests and games on this device have no ratings. */
export const isAboutRatings = (info: TableInfo): boolean => !isLocal(info.id) && isKept();

/** Why the game does not count; empty if it does, or there is nothing to say. */
export function unratedText(info: TableInfo): string {
  return isAboutRatings(info) && info.unrated ? t(`unrated.${info.unrated}`) : "";
}
