/** What translated Python runs on: everything the modules in `generated/` know as `$`. docs/browser.md explains it. */
import type { Compiled } from "../words/message";
import type { Any } from "./python/values";

export * from "./python/builtins";
export { data, fromJson, lib, toJson } from "./python/library";
export { methods } from "./python/methods";
export * from "./python/numbers";
export * from "./python/values";

/** What is written by hand in place of a Python name; filled before a translated module is loaded. */
export const byHand: Record<string, Any> = {};

/** The messages of each game that is loaded, in English. */
export const english: Record<string, Record<string, Compiled>> = {};

/** The kernels of each game that is loaded. */
export const kernels: Record<string, Any> = {};

/** A function of a game's WebAssembly module. */
export const kernel = (game: string, name: string): Any => {
  return (...args: Any[]) => kernels[game][name](...args);
};
