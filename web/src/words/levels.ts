/** What bots are called: levels have words, networks of a server (`serve --bots`) the name that its admin gave them. */
import { has, t } from "./index.svelte";

/** "easy bot", at a table. */
export const levelOf = (level: string): string => (has(`level.${level}`) ? t(`level.${level}` as "level.easy") : level);

/** "easy", where the words around it say that it is about bots. */
export const strengthOf = (level: string): string =>
  has(`strength.${level}`) ? t(`strength.${level}` as "strength.easy") : level;
