/** What this device remembers of who solves puzzles, without the ratings' library: the home page asks for it, too. */
import { recall } from "../table/stored";
import type { GameName } from "../table/table";

export const KEPT = "piazzetta.puzzles";

export interface Skill {
  mu: number;
  sigma: number;
}

export interface Solver {
  skill: Record<GameName, Skill>;
  /** The latest puzzles, so that they do not come again soon. */
  seen: string[];
  /** The longest streak of each game. */
  streak: Record<GameName, number>;
  /** The last day whose puzzle was solved, how many days in a row, and the most. */
  day: { last: number; row: number; longest: number };
  /** The latest days whose puzzles were solved. */
  solved: number[];
  /** The latest ratings of each game. */
  latest: Record<GameName, number[]>;
}

const fresh = (): Solver => ({
  skill: {},
  seen: [],
  streak: {},
  day: { last: 0, row: 0, longest: 0 },
  solved: [],
  latest: {},
});

export const solver = (): Solver => ({ ...fresh(), ...recall<Partial<Solver>>(KEPT, {}) });
