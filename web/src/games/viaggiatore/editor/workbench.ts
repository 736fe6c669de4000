/** Decks in the workshop. */
import { beginning } from "../../../workshop/beginning";
import type { Workbench } from "../../game";

export const workbench: Workbench = {
  words: ["viaggiatore/game", "viaggiatore/deck"],
  begin: beginning,
  editor: async () => (await import("./DeckEditor.svelte")).default,
};
