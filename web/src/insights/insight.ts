/** What a player's analysed games say together, as `bots/insights` makes it. */
import type { GameAnalysis, GameName } from "../table/table";

/** What a game leaves of a seat. Python alone reads the rest of it. */
export interface Digest {
  table: string;
  game: GameName;
  seat: number;
}

/** An analysed game, and who sat where: `bot:hard`, `person:Anna`, … */
export interface Played {
  record: unknown;
  analysis: GameAnalysis;
  seat: number;
  players: string[];
  table: string;
  /** When it ended, in milliseconds since 1970. */
  time: number;
}

/** What a decision costs on average, with its 95% interval. */
export interface Skill {
  decisions: number;
  error: number;
  low: number;
  high: number;
}

/** A decision to look at: the replay's frame before it, the kind of move that was played and that of the best one. */
export interface Example {
  table: string;
  frame: number;
  kind: string;
  best: string;
  gave_away: number;
}

export type Clearly = "" | "more" | "less";

export interface Difference {
  value: number;
  low: number;
  high: number;
  clearly: Clearly;
}

/** Decisions that have something in common. `rest`: compared with all others; null: too few decisions here or there. */
export interface Group {
  key: string;
  games: number;
  skill: Skill;
  rest: Difference | null;
  example: Example | null;
}

/** How often a kind of move was played, and how often it was the best one, of all decisions. */
export interface Habit {
  kind: string;
  decisions: number;
  played: number;
  best: number;
  share: Difference;
  cost: number;
  more: Example | null;
  less: Example | null;
}

/** The game with the worst or best draws; `among`: how likely one such game is among all. */
export interface Extreme {
  table: string;
  luck: number;
  odds: number;
  among: number;
}

/** Luck over all games, whichever they are. */
export interface Fortune {
  streak: { games: number; luck: number; spread: number; odds: number };
  won: number;
  start: number;
  adjusted: number;
  advantage: Difference | null;
  worst: Extreme | null;
  best: Extreme | null;
}

export interface Insights {
  game: GameName;
  games: number;
  /** Fewer decisions than this are too few for a statement. */
  few: number;
  skill: Skill;
  /** Some games in a row: when the first and the last of them ended. */
  course: { games: number; begin: number; end: number; skill: Skill }[];
  change: Difference | null;
  yardsticks: { key: string; games: number; skill: Skill }[];
  phases: Group[];
  kinds: Group[];
  orders: Group[];
  opponents: Group[];
  times: Group[];
  habits: Habit[];
  fortune: Fortune;
}
