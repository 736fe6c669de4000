/** Opens the board with a game that has no address: a record from a file, a lesson, a map or deck. */
import { asked } from "../local/asking";
import { newNumber } from "../local/chance";
import { go } from "../shell/route.svelte";

export interface Brought {
  /** A record or a study. */
  text: string;
  /** The position to begin with, as a replay counts them. */
  at: number;
  /** Whether a position is set up first. */
  edit?: boolean;
}

/** As a position to begin with: the last one. */
export const LAST = Number.MAX_SAFE_INTEGER;

let brought: Brought | null = null;

export function bring(text: string, at = 0, edit = false): void {
  brought = { text, at, edit };
  go("/study/new");
}

/** A new game on a map or deck, by the rules that are usual. */
export async function bringChart(game: string, chart: unknown, players: number | null): Promise<void> {
  await asked(game, "begin", { players, edition: null, seed: newNumber(), chart });
  bring(await asked(game, "file", { form: "json" }));
}

/** What was brought; null after a reload. */
export const whatWasBrought = (): Brought | null => brought;
