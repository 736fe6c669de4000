/** What an editor opens with: one of your designs, the one in the link, or an included one. */
import { asked } from "../local/asking";
import type { GameInfo } from "../table/http";
import { t } from "../words/index.svelte";
import { designOf } from "./designs.svelte";
import { linked } from "./link";
import { shelved } from "./shelf";

export interface Beginning<File = unknown> {
  file: File;
  name: string;
  /** The design it is kept as. */
  id: string | null;
  /** The number of players it is made for, or its included name, if known. */
  players?: number;
  shelf?: string | null;
}

/** `design`: the id of your own, or the name of an included one; without it the link's, or the game's own. */
export async function beginning<File>(design: string | null, game: GameInfo): Promise<Beginning<File> | null> {
  const own = design === null ? undefined : designOf(design);
  if (own) return { file: own.file as File, name: own.name, id: own.id };
  const name = t("workshop.components.deck");
  const sent = design === null ? await linked().catch(() => null) : null;
  if (sent) {
    const verdict = await asked(game.name, "check", { chart: sent }); // anyone can write a link
    return "file" in verdict ? { file: verdict.file as File, name, id: null } : null;
  }
  const titled = game.shelf.find((one) => one.name === design)?.title ?? name;
  return shelved(game.name, design).then(
    (file) => ({ file: file as File, name: titled, id: null, shelf: design }),
    () => null,
  );
}

/** For how many a game may be played. */
export const seats = ({ players: [least, most] }: GameInfo): number[] =>
  Array.from({ length: most - least + 1 }, (_, more) => least + more);

/** For how many this one is made. */
export const suited = ({ players, shelf }: Pick<Beginning, "players" | "shelf">, game: GameInfo): number =>
  players ?? game.shelf.find(({ name }) => name === shelf)?.players[0] ?? game.players[0];
