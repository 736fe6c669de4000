/** What comes with the table of Portobello Market. */
import { speech } from "../../local/generated/speech/portobello";
import type { GameTable } from "../game";
import { log } from "./log";
import Screen from "./PortobelloTable.svelte";
import { sounds } from "./sounds";
import { startPlanning } from "./turn/draft.svelte";

export const table: GameTable = {
  Screen,
  speech,
  log,
  sounds,
  planning: { title: "absence.plan", start: startPlanning },
};
