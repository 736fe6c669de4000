/**
 * The one interface between the page and a game: a table. Behind it is a server (`remote.svelte.ts`), this device
 * itself (`local/local.svelte.ts`), or a finished game (`replay.svelte.ts`). The page shows what a table tells it and
 * knows no rules itself.
 *
 * The types are those of docs/protocol.md.
 */

/** Any installed game: the server says which there are. */
export type GameName = string;

/** Viewers and movers that are not seats. */
export const SPECTATOR = -1;
export const OPEN = -2;
export const OVER = -2;

export interface GameEvent {
  key: string;
  params: Record<string, unknown>;
}

/** A legal move with its cost and gain. */
export interface Option {
  move: string;
  points: number[];
  events: GameEvent[];
  /** What it costs and brings besides, to say in the current language. */
  remarks?: GameEvent[];
}

/** What one viewer sees now. */
export interface Sight<View = unknown> {
  viewer: number;
  view: View;
  mover: number;
  awaited: number[];
  /** The event that asked this viewer's current question; null if there is none. */
  asked?: number | null;
  legal: Option[];
  /** null: the last move can be undone; else why not. */
  undo: string | null;
  /** The same as a key, so that any language can say it. */
  undo_key?: string | null;
  /** One's own choice made before its turn, secret until then. */
  sealed?: string | null;
  deadline?: number | null;
  /** One's own moves chosen in advance. `missed`: none of them could be made. */
  planned?: { steps: PlannedMove[][]; done: number; missed: boolean } | null;
  /** With several seats of our own: what this one may know of what happened. */
  happened?: Happening[];
}

/** A move to make, perhaps only if one's view then has some value. */
export interface PlannedMove {
  move: string;
  when?: string;
  is?: string | number | boolean | null;
}

export interface Seat {
  seat: number;
  kind: "person" | "bot" | "hotseat" | "open";
  name: string | null;
  level: string | null;
  /** What a bot likes to do. */
  temperament?: string | null;
  connected: boolean;
  thinking: boolean;
  away_since: number | null;
  bot_plays: boolean;
  /** When others may let a bot play here, in milliseconds since 1970. */
  bot_from?: number | null;
  resigned?: boolean;
  offers_end?: boolean;
  /** To the fair draw. */
  contributed?: boolean;
  /** The level of the bot that stands in when time runs out, if its person has chosen one. */
  deputy?: string | null;
  /** Until when its clock stands still, in milliseconds since 1970. */
  holiday?: number | null;
  /** A bot account: a program of somebody's own plays. */
  program?: boolean;
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
  /** The table of the next game, once somebody asked for a rematch. */
  rematch: string | null;
  spectators: number;
  starter_drawn?: boolean;
  /** Before the game: seats will be drawn. */
  seats_drawn?: boolean;
  /** How people ended the game before the rules did. */
  ended?: { by: "resigned" | "agreed" | "long"; scores: number[]; winners: number[] } | null;
  lesson?: Lesson | null;
}

/** The lesson of a table, how the learner is doing, and the lesson after it. */
export interface Lesson {
  id: string;
  number: number;
  of: number;
  next: string | null;
  outcome: "open" | "done" | "missed";
}

/** One move and what it did, as far as this viewer may know. */
export interface Happening {
  at: number;
  /** The position after it: its number among the frames of a replay. */
  frame?: number;
  seat: number;
  kind?: "started" | "play" | "sealed" | "undo" | "resigned" | "offered_end" | "declined_end" | "ended";
  /** A bot moved because time ran out. */
  by?: "clock";
  /** Who starts, if that was drawn. */
  starter?: number;
  /** Where whoever sat on each seat sits now, if seats were drawn. */
  seating?: number[];
  undone?: boolean;
  events: GameEvent[];
}

export interface Update {
  at: number;
  happened: Happening[];
  sights: Sight[];
  over: boolean;
  lesson?: Lesson | null;
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
  /** The reason as data, to say in the current language. */
  key?: string;
  params?: Record<string, unknown>;
}

/** The answer to a command: done, or refused with a message. */
export type Answer = { done: true } | { done: false; refusal: Refusal };

/** A fact in favour of a move: a key and its parameters, to say in the current language. */
export type Reason = GameEvent & { clause?: string | null };

/** A move a bot would consider: its prospects for the mover, how the turn may continue, and why. */
export interface Advised {
  move: string;
  /** The chance to win, from 0 to 1, and final points. */
  win: number;
  points: number;
  plan: string[];
  reasons: Reason[];
  /** The move and its plan, each with what it does; older servers have none. */
  steps?: PlannedStep[];
}

export interface PlannedStep {
  move: string;
  events: GameEvent[];
}

/** The best few moves a bot found, best first. */
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
  /** The best move and its plan, if the move played gave something away; older analyses have none. */
  steps?: PlannedStep[];
}

/** The analysis of a finished game (docs/hints.md). */
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

/** The progress of an analysis; poll until it is ready. */
export interface AnalysisProgress {
  done: number;
  of: number;
  analysis: GameAnalysis | null;
}

/** The state of the connection: a page never has to be reloaded. */
/** `replay`: the game is over or only viewed; there is nothing to be connected to. */
export type Link =
  | { state: "connecting" | "live" | "replay" }
  | { state: "lost"; retryAt: number }
  /** `why`: the code of the refusal, if the server closed it. */
  | { state: "closed"; why?: string };

/** A table. Fields are reactive: a component that reads one re-renders when it changes. */
export interface Table {
  readonly info: TableInfo | null;
  readonly yours: readonly number[];
  readonly link: Link;
  readonly at: number;
  readonly over: boolean;
  readonly sights: readonly Sight[];
  /** Deadlines of the seats to move, in milliseconds of this device's clock; none at a table without a clock. */
  readonly clocks?: Readonly<Record<number, number>>;
  /** Milliseconds that people have for the rest of the game, where time is given that way and they are not asked. */
  readonly banks?: Readonly<Record<number, number>>;
  readonly log: readonly Happening[];
  readonly chat: readonly ChatLine[];
  /** Null, or missing: nothing is taught here. */
  readonly lesson?: Lesson | null;
  /** False: a game on this device that the browser cannot store at the moment. */
  readonly kept?: boolean;

  play(seat: number, move: string): Promise<Answer>;
  undo(seat: number): Promise<Answer>;
  say(text: string): Promise<Answer>;
  why(move: string, seat: number): Promise<Refusal | null>;
  /** The best few moves; a refusal says when the next hint is due, null that there is none. */
  hint(seat: number): Promise<Hint | Refusal | null>;
  /** Let a bot play for an absent seat, or take one's seat back from it. */
  botFor(seat: number): Promise<Answer>;
  takeBackSeat(seat: number): Promise<Answer>;
  /** Which bot stands in when time runs out, or from now on; moves for the next turn. Only at a server. */
  deputize?(seat: number, level: string | null, now: boolean): Promise<Answer>;
  plan?(seat: number, steps: PlannedMove[][]): Promise<Answer>;
  /** Give up for good; offer to end the game as it stands, or agree to that; play on instead. */
  resign(seat: number): Promise<Answer>;
  offerEnd(seat: number): Promise<Answer>;
  declineEnd(seat: number): Promise<Answer>;
  /** Before a game on a server: sit on another seat; let bots take the free ones, and begin. */
  changeSeat?(seat: number, to: number): Promise<Answer>;
  fillSeats?(level: string, names: readonly string[]): Promise<Answer>;
  /** The analysis of the finished game, if available. */
  analysis?(): Promise<AnalysisProgress>;
  /** The best move here, step by step, where it was better than the one played: in an analysed replay. */
  readonly best?: readonly PlannedStep[];
  /** Go to a position: in a replay. */
  seek?(to: number): void;
  /** The screen shows the past of a game that goes on: nothing can be chosen. */
  readonly looking?: boolean;
  /** Whether there is something to look back at, in a game that goes on. */
  readonly mayLookBack?: boolean;
  /** Look at the position after some moves, or before the latest one: at a live table. */
  lookBack?(moves?: number): Promise<void>;
  /** Back to now. */
  now?(): void;
  /** Try to reconnect at once. */
  retry(): void;
  /** Subscribe to every update in order, to show what happened; returns how to stop. */
  onUpdate(listener: (update: Update, before: readonly Sight[]) => void): () => void;
  close(): void;
}

/** The sight a person acts in: of their seat to move, else of their first seat, else the spectator's. */
export function mainSight(table: Table): Sight | null {
  const awaited = table.sights.find((sight) => sight.awaited.includes(sight.viewer));
  return awaited ?? table.sights[0] ?? null;
}

/** The log with what happened next; an undone move leaves it. */
export function withHappening(log: Happening[], next: Happening): Happening[] {
  if (next.undone) return log;
  if (next.kind !== "undo") return [...log, next];
  const gone = log.findLastIndex((item) => item.seat === next.seat && (item.kind === "play" || item.kind === "sealed"));
  return gone < 0 ? log : log.toSpliced(gone, 1);
}
