/** English: what every page says, and the subjects that are loaded when a screen needs them. */
import type { Messages } from "./message";

export { default as first } from "./en/interface.json";
export const later = import.meta.glob<Messages>(
  ["./en/*.json", "!./en/interface.json", "../../../src/piazzetta/games/*/words/en/*.json"],
  { import: "default" },
);
