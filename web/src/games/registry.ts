/** The games that bring a page of their own. This is the one file outside their folders that names them. */
import { tellBy } from "../shell/rail/log-style";
import { games } from "../table/http";
import { need } from "../words/index.svelte";
import { learn } from "../words/speech";
import type { GamePage, GameTable } from "./game";
import { plainPage } from "./plain/page";
import { portobello } from "./portobello/page";
import { viaggiatore } from "./viaggiatore/page";

const OWN: readonly GamePage[] = [portobello, viaggiatore];

/** The games of this page, in the order in which they are offered. */
export const OWN_GAMES: readonly string[] = OWN.map(({ name }) => name);

/** A game's page; that of the plain table if the game brings none. */
export const pageOf = (game: string): GamePage => OWN.find(({ name }) => name === game) ?? plainPage(game);

let offered: Promise<readonly string[]> | null = null;

/** All games that can be played here. */
export function gameNames(): Promise<readonly string[]> {
  offered ??= games().then(
    (found) => found.map(({ name }) => name),
    () => {
      offered = null; // without a server: those of this page
      return OWN_GAMES;
    },
  );
  return offered;
}

/** Load a part of every game's messages, and other subjects beside it; returns the games. */
export async function needGames(part: "setup" | "game", ...subjects: string[]): Promise<readonly string[]> {
  const [names] = await Promise.all([gameNames(), need(...subjects)]);
  await need(...names.map((name) => `${name}/${part}`));
  return names;
}

/** A game's table with its messages: loaded only when somebody sits down there. */
export async function loadTable(game: string): Promise<GameTable> {
  const [table] = await Promise.all([pageOf(game).load(), need(`${game}/setup`, `${game}/game`)]);
  if (table.words) await need(...table.words);
  learn(game, table.speech);
  tellBy(game, table.log);
  return table;
}
