/** The rules of a game as a WebAssembly module, made from Python by `piazzetta build-wasm`. */
import type { GameName } from "../../table/table";

const files = import.meta.glob<string>("../generated/*.wasm", { query: "?url", import: "default", eager: true });

/** Whether the page was built with a game, so that it can be played without a server. */
export const hasEngine = (game: GameName): boolean => `../generated/${game}.wasm` in files;

export async function moduleOf(game: GameName): Promise<WebAssembly.Module> {
  const file = files[`../generated/${game}.wasm`];
  if (!file) throw new Error(`the page was built without the module of ${game}: piazzetta build-wasm`);
  const answer = await fetch(new URL(file, import.meta.url));
  if (!answer.ok) throw new Error(`the module of ${game} did not come: ${answer.status}`);
  // compileStreaming would reject the file if the host does not know its type.
  return WebAssembly.compile(await answer.arrayBuffer());
}
