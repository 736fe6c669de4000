/** The maps or decks that a game can be played with: the standard one, the included ones, shared ones and your own. */
import type { GameInfo } from "../../table/http";
import { t } from "../../words/index.svelte";
import { designs } from "../../workshop/designs.svelte";
import { served, servedChart } from "../../workshop/served/served.svelte";
import { shelved } from "../../workshop/shelf";

export interface Components {
  /** Empty: the standard one. Otherwise where it is from, and its name there. */
  key: string;
  title: string;
  /** For how many it was made; empty: for any number. */
  players: readonly number[];
  load: () => Promise<unknown>;
}

export function componentsOf(game: GameInfo): Components[] {
  return [
    { key: "", title: t("workshop.components.ours"), players: [], load: () => shelved(game.name, null) },
    ...game.shelf.map(({ name, title, players }) => ({
      key: `s${name}`,
      title,
      players,
      load: () => shelved(game.name, name),
    })),
    ...(served(game.name) ?? []).map(({ key, title }) => ({
      key: `t${key}`,
      title,
      players: [],
      load: () => servedChart(key),
    })),
    ...designs(game.name).map(({ id, name, file }) => ({
      key: `o${id}`,
      title: name,
      players: [],
      load: () => Promise.resolve(file as unknown),
    })),
  ];
}

/** What a map is called: the standard one by the name in its file, where it has one. */
export async function titleOf({ key, title, load }: Components): Promise<string> {
  return key ? title : (((await load()) as { name?: string }).name ?? title);
}
