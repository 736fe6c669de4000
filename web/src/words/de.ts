/** German: what every page says, and the subjects that are loaded when a screen needs them. */
import type { Messages } from "./message";

export { default as first } from "./de/interface.json";
export const later = import.meta.glob<Messages>(
  ["./de/*.json", "!./de/interface.json", "../../../src/piazzetta/games/*/words/de/*.json"],
  { import: "default" },
);
