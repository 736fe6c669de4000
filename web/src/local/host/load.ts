/** Loads a game: its kernels as WebAssembly, its texts translated from the same Python sources (docs/browser.md). */
import type { GameName } from "../../table/table";
import { loadKernels, type GameName as Built } from "../kernels/kernels";
import { data, kernels } from "../python";
import { games, type Loaded } from "./handwritten";
import { numbers, type Numbers } from "./searcher";

type Engine = Loaded & Omit<Numbers, "network"> & { files: Record<string, string> };
const engines = import.meta.glob<Engine>(["../generated/python/*.js", "!**/common.js"]);
const networks = import.meta.glob<string>("../generated/networks/*.js", { import: "network" });

/** Makes the game available to translated Python. `wasm`: its module, or the module's bytes. */
export async function loadGame(game: GameName, wasm: BufferSource | WebAssembly.Module): Promise<void> {
  kernels[game] = loadKernels(game as Built, wasm);
  const own = await engines[`../generated/python/${game}.js`]!();
  for (const [path, text] of Object.entries(own.files)) data.set(path, text);
  const network = await networks[`../generated/networks/${game}.js`]!();
  const bytes = Uint8Array.from(atob(network), (letter) => letter.charCodeAt(0));
  numbers[game] = { ...own, network: Int16Array.from(new Int8Array(bytes.buffer)) };
  games[game] = own;
}
