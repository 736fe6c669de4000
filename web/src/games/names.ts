/** What games and their editions are called, once their messages (`GAME/setup`) are loaded. */
import { has, t } from "../words/index.svelte";

export const titleOf = (game: string): string => t(`${game}.title`);

/** The title where there is little room. */
export const shortOf = (game: string): string => (has(`short.${game}`) ? t(`short.${game}`) : titleOf(game));

/** What a map is called; a deck has no name. */
export const mapOf = (chart: unknown): string => (chart as { name?: string } | null)?.name ?? "";

export function editionOf(game: string, edition: string): string {
  const key = `${game}.edition.${edition}` as const;
  return has(key) ? t(key) : titleOf(game);
}
