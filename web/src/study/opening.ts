/** Opens the board with a game that has no address: a record from a file. */
import { go } from "../shell/route.svelte";

export interface Brought {
  /** A record or a study. */
  text: string;
  /** The position to begin with, as a replay counts them. */
  at: number;
  /** Whether a position is set up first. */
  edit?: boolean;
}

let brought: Brought | null = null;

export function bring(text: string, at = 0, edit = false): void {
  brought = { text, at, edit };
  go("/study/new");
}

/** What was brought; null after a reload. */
export const whatWasBrought = (): Brought | null => brought;
