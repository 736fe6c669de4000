/** Italian: what every page says, and the subjects that are loaded when a screen needs them. */
import type { Messages } from "./message";

export { default as first } from "./it/interface.json";
export const later = import.meta.glob<Messages>(
  ["./it/*.json", "!./it/interface.json", "../../../src/piazzetta/games/*/words/it/*.json"],
  { import: "default" },
);
