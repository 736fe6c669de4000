/** What translated Python runs on: everything the modules in `generated/` know as `$`. docs/browser.md explains it. */
import type { Any } from "./values";

export * from "./builtins";
export { data, fromJson, lib, toJson } from "./library";
export { methods } from "./methods";
export * from "./numbers";
export * from "./values";

/** The kernels of each game that is loaded. */
export const kernels: Record<string, Any> = {};

/** A function of a game's WebAssembly module. */
export const kernel = (game: string, name: string): Any => {
  return (...args: Any[]) => kernels[game][name](...args);
};
