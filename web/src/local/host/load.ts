/** Loads a game: its kernels as WebAssembly, its texts translated from the same Python sources (docs/browser.md). */
import type { GameName } from "../../table/table";
import { loadKernels } from "../kernels/kernels";
import { data, kernels } from "../python";
import { games } from "./byhand";
import { numbers } from "./searcher";

/** Makes the game available to translated Python. `wasm`: its module, or the module's bytes. */
export async function loadGame(game: GameName, wasm: BufferSource | WebAssembly.Module): Promise<void> {
  kernels[game] = loadKernels(game, wasm);
  const own =
    game === "portobello"
      ? await import("../generated/python/portobello.js")
      : await import("../generated/python/viaggiatore.js");
  for (const [path, text] of Object.entries(own.files)) data.set(path, text);
  const { network } =
    game === "portobello"
      ? await import("../generated/networks/portobello.js")
      : await import("../generated/networks/viaggiatore.js");
  const bytes = Uint8Array.from(atob(network), (letter) => letter.charCodeAt(0));
  numbers[game] = { ...own, network: Int16Array.from(new Int8Array(bytes.buffer)) };
  games[game] = own;
}
