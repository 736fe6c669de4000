/** The games on this device: stored after every move; to resume, download or delete. */
import { Shelf } from "../table/shelf";
import { GAMES, hasGame } from "./any";
import { upgraded, type GameBefore, type KeptGame } from "./kept-game";

const shelf = new Shelf<KeptGame | GameBefore>(GAMES, "games");

/** Store a game. False: it could not be written, and lives as long as this page. */
export function keep(game: KeptGame): Promise<boolean> {
  hasGame();
  return shelf.put(game);
}

export async function gameOf(id: string): Promise<KeptGame | null> {
  const found = await shelf.get(id);
  return found && upgraded(found);
}

/** All games on this device, the last played first. */
export async function allGames(): Promise<KeptGame[]> {
  return (await shelf.all()).map(upgraded).toSorted((a, b) => b.changed - a.changed);
}

export const forget = (id: string): Promise<void> => shelf.drop(id);
