/** The maps and decks that come along, as files of the page: here without a server too. */
import type { GameName } from "../table/table";

const FILES = import.meta.glob<unknown>(
  [
    "../../../src/piazzetta/data/{maps,decks}/*.json",
    "../../../src/piazzetta/data/*-{map,deck}.json",
    "!**/shelf.json",
  ],
  { import: "default" },
);
const DATA = "../../../src/piazzetta/data";

/** An included map or deck; without a name the game's own. */
export function shelved(game: GameName, name: string | null): Promise<unknown> {
  const own = Object.keys(FILES).find((path) => path.startsWith(`${DATA}/${game}-`)) ?? "";
  const [, kind] = /-(\w+)\.json$/.exec(own) ?? []; // map or deck: the folder is maps or decks
  const load = FILES[name === null ? own : `${DATA}/${kind}s/${name}.json`];
  return load ? load() : Promise.reject(new Error(`there is no ${name}`));
}
