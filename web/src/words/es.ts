/** Spanish: what every page says, and the subjects that are loaded when a screen needs them. */
import type { Messages } from "./message";

export { default as first } from "./es/interface.json";
export const later = import.meta.glob<Messages>(
  ["./es/*.json", "!./es/interface.json", "../../../src/piazzetta/games/*/words/es/*.json"],
  { import: "default" },
);
