/** French: what every page says, and the subjects that are loaded when a screen needs them. */
import type { Messages } from "./message";

export { default as first } from "./fr/interface.json";
export const later = import.meta.glob<Messages>(
  ["./fr/*.json", "!./fr/interface.json", "../../../src/piazzetta/games/*/words/fr/*.json"],
  { import: "default" },
);
