/** What films of a game are drawn with, and the words below: loaded when somebody makes one. */
import type { GameName } from "../../table/table";
import type { Messages } from "../../words/message";
import type { Cut } from "../generated/python/films/cut.js";
import type { Storyboard } from "../generated/python/films/storyboard.js";
import type { record_to_film } from "../generated/python/tables/viewers/records.js";
import { data, type Any } from "../python";

/** A file of `generated/films`. */
interface Filmed {
  Cut: typeof Cut;
  Storyboard: typeof Storyboard;
  record_to_film: typeof record_to_film;
  WholeScene: Any;
  scene: Any;
  files: Record<string, string>;
}

const files = import.meta.glob<Filmed>("../generated/films/*.js");
const filmed: Record<string, { drawn: Filmed; words: Messages }> = {};

/** `words`: the game's messages in the language of the film. */
export async function loadScene(game: GameName, words: Messages): Promise<Filmed> {
  const drawn = await files[`../generated/films/${game}.js`]!();
  for (const [path, text] of Object.entries(drawn.files)) data.set(path, text);
  filmed[game] = { drawn, words };
  return drawn;
}

export const wordsToFilm = (game: GameName): Messages => filmed[game]!.words;

/** The page's version of `scene_of` in `films/storyboard.py`. */
export function sceneOf({ game, components }: Any, view: Any, names: string[]): Any {
  const { scene: Scene, WholeScene } = filmed[game.name]!.drawn;
  if (Scene) return new Scene(components, view, names);
  return new WholeScene((shown: Any) => game.svg(components, shown, names), view);
}
