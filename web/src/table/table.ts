/**
 * The one interface between the page and a game: a table. Behind it is a server (`remote.svelte.ts`), this device
 * itself (`local/local.svelte.ts`), or a finished game (`replay.svelte.ts`). The page shows what a table tells it and
 * knows no rules itself.
 *
 * The types are those that the server declares (docs/protocol.md).
 */
import type { Component } from "svelte";
import type * as wire from "../wire/generated/types";

/** Any installed game: the server says which there are. */
export type GameName = string;

/** Viewers and movers that are not seats. */
export const SPECTATOR = -1;
export const OPEN = -2;
export const OVER = -2;

/** The switch that gives points at the start; no rule of play differs by it. */
export const FAIR_START = "handicap";

/** Some fields of what a server says, and perhaps others: a replay, or an older server, has fewer. */
type With<Said, Field extends keyof Said> = Pick<Said, Field> & Partial<Said>;

/** A wish for a game of any package: the built page knows only some. */
export type OfGame<Said> = Omit<Said, "game"> & { game: GameName };

export type GameEvent = wire.EventData;
/** A legal move with its cost and gain. */
export type Option = With<wire.Option, "move"> & Required<Pick<wire.Option, "points" | "events">>;
export type PlannedMove = wire.PlannedMoveCard;
export type Lesson = wire.LessonCard;
export type ChatLine = With<Omit<wire.ChatMessage, "type">, "at" | "seat" | "name" | "text">;

export type Seat = With<
  wire.SeatCard,
  "seat" | "kind" | "name" | "level" | "connected" | "thinking" | "away_since" | "bot_plays"
>;

export type TableInfo = Omit<wire.TableCard, keyof Unsure> & Unsure;
interface Unsure extends Partial<
  Pick<wire.TableCard, "at" | "created" | "starter_drawn" | "seats_drawn" | "ended" | "lesson" | "unrated">
> {
  edition: string | null;
  seats: Seat[];
  options: Partial<wire.OptionsCard>;
  commitment: string | null;
}

/** What one viewer sees now. */
export type Sight<View = unknown> = Omit<
  With<wire.Sight, "viewer" | "mover" | "awaited" | "undo">,
  "view" | "legal" | "happened"
> & { view: View; legal: Option[]; happened?: Happening[] };

/** One move and what it did, as far as this viewer may know. */
export type Happening = Omit<With<wire.Happening, "at" | "events">, "seat"> & { seat: number };

export interface Update {
  at: number;
  happened: Happening[];
  sights: Sight[];
  over: boolean;
  lesson?: Lesson | null;
  /** It happened before the connection was there: after opening a table, or while the connection was lost. */
  backlog?: boolean;
}

export type Refusal = Pick<wire.RefusedMessage, "code" | "sentence" | "clause"> &
  Partial<Pick<wire.RefusedMessage, "key" | "params">>;

/** The answer to a command: done, or refused with a message. */
export type Answer = { done: true } | { done: false; refusal: Refusal };

/** A fact in favour of a move, to say in the current language. */
export type Reason = With<wire.Reason, "key" | "params">;
/** The move and its plan, each with what it does. */
export interface PlannedStep {
  move: string;
  events: GameEvent[];
}
/** A move a bot would consider: its prospects for the mover, how the turn may continue, and why. */
export type Advised = Pick<wire.Hint, "move" | "win" | "points" | "plan"> & {
  reasons: Reason[];
  steps?: PlannedStep[];
};
/** The best few moves a bot found, best first. */
export interface Hint {
  moves: Advised[];
}
/** A decision of a finished game, judged from what its seat could know. */
export type Decision = Omit<wire.Decision, "reasons" | "steps" | "scores" | "why" | "against"> & {
  reasons: Reason[];
  /** What speaks against the move played; an older server does not say. */
  against?: Reason[];
  steps?: PlannedStep[];
};
/** The analysis of a finished game (docs/hints.md). */
export type GameAnalysis = Omit<wire.Analysis, "decisions" | "turning_points" | "result" | "level" | "luck"> & {
  decisions: Decision[];
  turning_points: (Pick<wire.TurningPoint, "index" | "seat" | "before" | "after" | "gave_away" | "move" | "best"> & {
    events: GameEvent[];
  })[];
  result: wire.Result | null;
  /** An older server does not say. */
  luck?: wire.Luck | null;
};
/** The progress of an analysis; poll until it is ready. */
export type AnalysisProgress = Omit<wire.AnalysisCard, "analysis" | "so_far"> & {
  /** An older server does not say. */
  so_far?: wire.SeatSoFar[];
  analysis: GameAnalysis | null;
};

/** The state of the connection: a page never has to be reloaded. */
/** `replay`: the game is over or only viewed; there is nothing to be connected to. */
export type Link =
  | { state: "connecting" | "live" | "replay" }
  /** Until the table is back, also while the next attempt to connect is made. */
  | { state: "lost"; retryAt: number }
  /** `why`: the code of the refusal, if the server closed it. */
  | { state: "closed"; why?: string };

/** Seconds until the next attempt to connect; 0 while it is made. */
export const retryIn = (link: Link, now: number) =>
  link.state === "lost" ? Math.max(0, Math.ceil((link.retryAt - now) / 1000)) : 0;

/** A move that stands beside the board under a letter. */
export interface Mark {
  move: string;
  letter: string;
}

/** The colours of what is drawn over a board. */
export const COLOURS = ["green", "red", "blue", "yellow"] as const;
export type DrawingColour = (typeof COLOURS)[number];

/** A ring around a place of the board, or an arrow from there to another. */
export interface Drawn {
  colour: DrawingColour;
  place: string;
  to: string | null;
}

/** What is drawn over a board, and the tool that draws more. */
export interface Drawing {
  readonly marks: readonly Drawn[];
  /** What a press on a place draws; null: it plays. */
  readonly tool: "mark" | "arrow" | null;
  readonly colour: DrawingColour;
  /** Where an arrow begins, until its end is chosen. */
  readonly from: string | null;
  /** Whether the board that is shown has places to mark: it says so. */
  shown: boolean;
  /** What all places together are called, and one of them. */
  readonly label: string;
  name(place: string): string;
  take(tool: Drawing["tool"]): void;
  /** A place was pressed, with the tool in hand. */
  choose(place: string, colour: DrawingColour): void;
  /** Draw a mark, or remove it. */
  toggle(mark: Drawn): void;
}

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
  /** Let a bot play for an absent seat, or take the reader's seat back from it. */
  botFor(seat: number): Promise<Answer>;
  takeBackSeat(seat: number): Promise<Answer>;
  /** Which bot stands in when time runs out, or from now on; moves for the next turn. Only at a server. */
  chooseStandIn?(seat: number, level: string | null, now: boolean): Promise<Answer>;
  plan?(seat: number, steps: PlannedMove[][]): Promise<Answer>;
  /** Give up for good; offer to end the game as it stands, or agree to that; play on instead. */
  resign(seat: number): Promise<Answer>;
  offerEnd(seat: number): Promise<Answer>;
  declineEnd(seat: number): Promise<Answer>;
  /** End the game without those who have missed two turns in a row. */
  claim(seat: number): Promise<Answer>;
  /** Before a game on a server: sit on another seat; let bots take the free ones, and begin. */
  changeSeat?(seat: number, to: number): Promise<Answer>;
  fillSeats?(level: string, names: readonly string[]): Promise<Answer>;
  /** The analysis of the finished game, if available. */
  analysis?(): Promise<AnalysisProgress>;
  /** The best move here, step by step, where it was better than the one played: in an analysed replay. */
  readonly best?: readonly PlannedStep[];
  /** A study shows its tree in the place of the log. Nothing ends it, and the table tells nothing about a connection. */
  readonly study?: Component<{ table: Table }>;
  /** What is drawn over the board of a study. */
  readonly drawing?: Drawing | undefined;
  /** Letters at the places of moves, and the move that is pointed at beside the board: in the opening explorer. */
  readonly marks?: readonly Mark[];
  readonly pointed?: string | null;
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

/** Whether the screen shows the past: nobody thinks there, and nobody is away. */
export const isPast = (table: Table) => table.looking === true || table.link.state === "replay";

/** The sight a person acts in: of their seat to move, else of their first seat, else the spectator's. */
export function mainSight(table: Table): Sight | null {
  const awaited = table.sights.find((sight) => sight.awaited.includes(sight.viewer));
  return awaited ?? table.sights[0] ?? null;
}

/** The log with what happened next; an undone move leaves it when its undo comes, whether it arrives at once or later. */
export function withHappening(log: Happening[], next: Happening): Happening[] {
  if (next.kind !== "undo") return [...log, next];
  const gone = log.findLastIndex((item) => item.seat === next.seat && (item.kind === "play" || item.kind === "sealed"));
  return gone < 0 ? log : log.toSpliced(gone, 1);
}
