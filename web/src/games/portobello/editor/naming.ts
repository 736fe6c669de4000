/** How new places of a map are called until somebody names them: by their keys, in any language. */
import type { Naming } from "./draft";

export const naming: Naming = (kind, key) => (kind === "alleys" ? key.replace("-", "–") : key);
