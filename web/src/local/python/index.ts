/** The runtime of translated Python: everything the modules in `generated/` know as `$` (docs/browser.md). */
import type { Compiled } from "../../words/message";
import type { Any } from "./values";

export * from "./builtins";
export { data, fromJson, lib, toJson } from "./library";
export { methods } from "./methods";
export * from "./numbers";
export * from "./values";

/** The English messages of each loaded game. */
export const english: Record<string, Record<string, Compiled>> = {};

/** The kernels of each loaded game. */
export const kernels: Record<string, Any> = {};

/** A function of a game's WebAssembly module. */
export const kernel = (game: string, name: string): Any => {
  return (...args: Any[]) => kernels[game][name](...args);
};
