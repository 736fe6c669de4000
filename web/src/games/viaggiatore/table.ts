/** What comes with the table of Il Commercio Viaggiatore. */
import { speech } from "../../local/generated/speech/viaggiatore";
import type { GameTable } from "../game";
import { log } from "./log";
import { sounds } from "./sounds";
import Form from "./turn/PlanForm.svelte";
import Screen from "./ViaggiatoreTable.svelte";

export const table: GameTable = { Screen, speech, log, sounds, planning: { title: "absence.plan.bid", Form } };
