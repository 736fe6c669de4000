/** A moment to learn from, as `bots/moments.py` and `tables/viewers/moments.py` make it. */
import type { Frames } from "../table/http";
import type { GameEvent, GameName, Option, Reason } from "../table/table";

/** A decision of an analysis: its index among the record's moves, what it gave away, the best move. */
export type Judged = readonly [index: number, gaveAway: number, best: string];

export interface MomentCard {
  index: number;
  seat: number;
  round: number;
  /** What was played. */
  move: string;
  /** Every legal move, the best first: the seat's chance after it, and all seats' points at the end. */
  weighed: { move: string; win: number; points: number[] }[];
  /** What speaks against the move played: the first gives the moment its title. */
  against: Reason[];
  /** The game up to the moment. */
  record: { game: GameName; names?: (string | null)[] };
}

/** What is said of a moment that is a puzzle. */
export interface PuzzleWords {
  title: string;
  /** Below the title. */
  about: string;
  /** Whether the first wrong try ends it, and no hints are given. */
  strict: boolean;
}

export interface MomentProgress {
  ready: boolean;
  done: number;
  of: number;
  moments: MomentCard[];
}

export interface MomentScene {
  replay: Frames;
  legal: Option[];
}

export interface Verdict {
  move: string;
  win: number;
  warmth: "colder" | "warmer" | "best";
  /** How near to the best, from 1 to 5. */
  step: number;
  reasons: Reason[];
}

export interface Attempt {
  events: GameEvent[];
  view: unknown;
  /** Whose move it is then. */
  mover: number;
  verdict: Verdict;
}

export const bestOf = (card: MomentCard) => card.weighed[0]!;
export const playedOf = (card: MomentCard) => card.weighed.find(({ move }) => move === card.move)!;
/** As many as `STEPS` in `bots/moments.py`. */
export const STEPS = 5;
