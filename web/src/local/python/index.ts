/** What translated Python runs on: everything the modules in `generated/` know as `$`. docs/browser.md explains it. */
import type { Compiled } from "../../words/message";
import type { Any } from "./values";

export * from "./builtins";
export { data, fromJson, lib, toJson } from "./library";
export { methods } from "./methods";
export * from "./numbers";
export * from "./values";

/** The messages of each game that is loaded, in English. */
export const english: Record<string, Record<string, Compiled>> = {};

/** The kernels of each game that is loaded. */
export const kernels: Record<string, Any> = {};

/** A function of a game's WebAssembly module. */
export const kernel = (game: string, name: string): Any => {
  return (...args: Any[]) => kernels[game][name](...args);
};
