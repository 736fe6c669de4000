/** What comes with the plain table. */
import { speech } from "../../local/generated/speech/base";
import type { GameTable } from "../game";
import { log } from "./log";
import Screen from "./PlainTable.svelte";

export const table: GameTable = { Screen, speech, log, words: ["plain"] };
