/**
 * The one border between the page and a game: a table. Behind it stands a server (`remote.svelte.ts`), this device
 * itself (`local/local.svelte.ts`), a finished game (`replay.svelte.ts`). The page shows what a table tells and knows no rule itself.
 *
 * The types are those of docs/protocol.md.
 */

export type GameName = "portobello" | "viaggiatore";

/** Viewers that are no seat, and movers that are no seat. */
export const SPECTATOR = -1;
export const OPEN = -2;
export const OVER = -2;

export interface GameEvent {
  key: string;
  params: Record<string, unknown>;
}

/** A legal move with what it would cost and bring. */
export interface Option {
  move: string;
  points: number[];
  events: GameEvent[];
  notes: string[];
  /** The notes as data, to be said in the language spoken. */
  remarks?: GameEvent[];
}

/** What one viewer sees now. */
export interface Sight<View = unknown> {
  viewer: number;
  view: View;
  mover: number;
  awaited: number[];
  /** The event that put the question this viewer has to answer; null if there is none. */
  asked?: number | null;
  legal: Option[];
  /** null: the last move can be taken back; else why not. */
  undo: string | null;
  /** The same as a key, so that any language can say it. */
  undo_key?: string | null;
  /** An own choice made before its turn, kept secret until then. */
  sealed?: string | null;
  deadline?: number | null;
  /** With several own seats: what this one may know of what happened. */
  happened?: Happening[];
}

export interface Seat {
  seat: number;
  kind: "person" | "bot" | "hotseat" | "open";
  name: string | null;
  level: string | null;
  connected: boolean;
  thinking: boolean;
  away_since: number | null;
  bot_plays: boolean;
}

export type Status = "waiting" | "playing" | "over" | "closed";

export interface TableInfo {
  id: string;
  game: GameName;
  edition: string | null;
  rules: Record<string, string | number>;
  players: number;
  starter: number;
  chart: unknown;
  seats: Seat[];
  options: Record<string, unknown>;
  commitment: string | null;
  status: Status;
  /** The table of the next game, once somebody asked for one. */
  rematch: string | null;
  spectators: number;
}

/** One move and what it did, as far as this viewer may know. */
export interface Happening {
  at: number;
  /** The position after it: its number among the frames of a replay. */
  frame?: number;
  seat: number;
  kind?: "started" | "play" | "sealed" | "undo";
  undone?: boolean;
  events: GameEvent[];
}

export interface Update {
  at: number;
  happened: Happening[];
  sights: Sight[];
  over: boolean;
}

export interface ChatLine {
  at: number;
  time?: number;
  seat: number;
  name: string;
  text: string;
}

export interface Refusal {
  code: string;
  sentence: string;
  clause: string | null;
  /** The reason as data, to be said in the language spoken. */
  key?: string;
  params?: Record<string, unknown>;
}

/** The answer to a command: done, or refused with a sentence. */
export type Answer = { done: true } | { done: false; refusal: Refusal };

/** A fact that speaks for a move: a key and its parameters, to be said in the language spoken. */
export type Reason = GameEvent;

/** A move a bot would think of: what it promises the one to move, how the turn may go on, and why. */
export interface Advised {
  move: string;
  /** The chance to win, from 0 to 1, and points at the end. */
  win: number;
  points: number;
  plan: string[];
  reasons: Reason[];
}

/** The best few moves a bot found, the best first. */
export interface Hint {
  moves: Advised[];
}

/** A decision of a finished game, judged from what its seat could know. */
export interface Decision {
  /** Which of the record's moves it was. */
  index: number;
  seat: number;
  move: string;
  best: string;
  /** Every seat's chance if the best move is played. */
  wins: number[];
  gave_away: number;
  reasons: Reason[];
}

/** A finished game looked at again (docs/hints.md). */
export interface GameAnalysis {
  game: GameName;
  players: number;
  moves: number;
  /** Draws before the first move: the position before move i is frame `opening + i` of a replay. */
  opening: number;
  decisions: Decision[];
  turning_points: {
    index: number;
    seat: number;
    before: number;
    after: number;
    gave_away: number;
    move: string;
    best: string;
    events: GameEvent[];
  }[];
  seats: { seat: number; decisions: number; gave_away: number; as_good: number }[];
  result: { scores: number[]; winners: number[] } | null;
}

/** How far an analysis has come; asked for again until it is there. */
export interface AnalysisProgress {
  done: number;
  of: number;
  analysis: GameAnalysis | null;
}

/** How the table is reached: a page never has to be loaded anew. */
export type Link = { state: "connecting" | "live" | "closed" } | { state: "lost"; retryAt: number };

/** A table. Fields are reactive: a component that reads one is drawn anew when it changes. */
export interface Table {
  readonly info: TableInfo | null;
  readonly yours: readonly number[];
  readonly link: Link;
  readonly at: number;
  readonly over: boolean;
  readonly sights: readonly Sight[];
  /** Until when each awaited seat has time, in milliseconds of this device's clock; none at a table without a clock. */
  readonly clocks?: Readonly<Record<number, number>>;
  readonly log: readonly Happening[];
  readonly chat: readonly ChatLine[];
  /** False: a game of this device that the browser cannot keep just now. */
  readonly kept?: boolean;

  play(seat: number, move: string): Promise<Answer>;
  undo(seat: number): Promise<Answer>;
  say(text: string): Promise<Answer>;
  why(move: string, seat: number): Promise<Refusal | null>;
  hint(seat: number): Promise<Hint | null>;
  /** Let a bot play for an absent seat, or take one's seat back from it. */
  botFor(seat: number): Promise<Answer>;
  takeBackSeat(seat: number): Promise<Answer>;
  /** The finished game looked at again, where somebody can do that. */
  analysis?(): Promise<AnalysisProgress>;
  /** Go to a position: of a replay. */
  seek?(to: number): void;
  /** Try to reach the table at once. */
  retry(): void;
  /** Hear of every update in order, to show what happened; returns how to stop. */
  onUpdate(listener: (update: Update, before: readonly Sight[]) => void): () => void;
  close(): void;
}

/** The sight a person acts in: of the own seat that is awaited now, else of the first own seat, else the spectator's. */
export function mainSight(table: Table): Sight | null {
  const awaited = table.sights.find((sight) => sight.awaited.includes(sight.viewer));
  return awaited ?? table.sights[0] ?? null;
}

/** The log with what happened next; a move that is taken back leaves it. */
export function withHappening(log: Happening[], next: Happening): Happening[] {
  if (next.undone) return log;
  if (next.kind !== "undo") return [...log, next];
  const gone = log.findLastIndex((item) => item.seat === next.seat && (item.kind === "play" || item.kind === "sealed"));
  return gone < 0 ? log : log.toSpliced(gone, 1);
}
