/** The files of the opening explorers that come with the package (docs/explorer.md). */
import type { GameName } from "../table/table";

const files = import.meta.glob<string>("../../../src/piazzetta/data/explorer/*.bin", {
  query: "?url",
  import: "default",
  eager: true,
});

const fileOf = (game: GameName): string | undefined => files[`../../../src/piazzetta/data/explorer/${game}.bin`];

export const hasBook = (game: GameName): boolean => fileOf(game) !== undefined;

export async function bookOf(game: GameName): Promise<ArrayBuffer> {
  const answer = await fetch(new URL(fileOf(game)!, import.meta.url));
  if (!answer.ok) throw new Error(`the explorer of ${game} did not come: ${answer.status}`);
  return await answer.arrayBuffer();
}
