/** The files of the opening explorers (docs/explorer.md): those of the package, and of a server's own games. */
import type { GameName } from "../table/table";

const files = import.meta.glob<string>("../../../src/piazzetta/data/explorer/*.bin", {
  query: "?url",
  import: "default",
  eager: true,
});

const fileOf = (game: GameName): string | undefined => files[`../../../src/piazzetta/data/explorer/${game}.bin`];

export const hasBook = (game: GameName): boolean => fileOf(game) !== undefined;

const KEPT = "books"; // none of the service worker's, which holds what every visitor needs

/** `served`: of the server's own games, which it may count again at any time. */
export const bookOf = (game: GameName, served: boolean): Promise<ArrayBuffer> =>
  served ? fetched(game, `/api/v1/games/${game}/explorer`).then((answer) => answer.arrayBuffer()) : ownBook(game);

async function fetched(game: GameName, address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the explorer of ${game} did not come: ${answer.status}`);
  return answer;
}

/** A book that was here once is here without a network too. */
async function ownBook(game: GameName): Promise<ArrayBuffer> {
  const address = new URL(fileOf(game)!, import.meta.url).href;
  const kept = await globalThis.caches?.open(KEPT).catch(() => undefined); // absent where a page is not secure
  const before = await kept?.match(address);
  if (before) return await before.arrayBuffer();
  const answer = await fetched(game, address);
  await kept?.put(address, answer.clone()).catch(() => undefined);
  const known = Object.values(files).map((file) => new URL(file, import.meta.url).href);
  for (const old of (await kept?.keys()) ?? []) if (!known.includes(old.url)) await kept?.delete(old);
  return await answer.arrayBuffer();
}
