/**
 * A game played here, without a server: the rules as WebAssembly, everything they say translated from the same Python
 * sources (docs/browser.md). Nothing waits in here: call it from a worker.
 */
import type { Frames, GameInfo } from "../table/http";
import type { GameEvent, GameName, Hint, Sight } from "../table/table";

/** What a game is to be started with. Whatever does not hold is refused with a `BadInput`. */
export interface Wish {
  players: number;
  edition?: string;
  rules?: Record<string, string | number>;
  starter?: number;
  /** A map or deck of one's own, as parsed JSON. */
  chart?: unknown;
  /** 32 bytes in hexadecimal digits: with the contributions it decides everything chance brings. */
  seed: string;
  /** One text for each seat, null for a seat that gives none (a bot's). */
  contributions: (string | null)[];
}

/** Why a move is not allowed. */
export interface Reason {
  sentence: string;
  clause: string;
  key: string;
  params: Record<string, unknown>;
}

/** What a table is set to. */
export interface LocalSetting {
  game: GameName;
  players: number;
  starter: number;
  edition: string;
  rules: Record<string, string | number>;
  /** The map or deck with everything needed to draw it. */
  chart: unknown;
}

/** A match in progress; names as in Python's `Match`. */
export interface LocalMatch {
  readonly setting: LocalSetting;
  /** Whose move it is: a seat, or −2 when the game is over. */
  readonly mover: number;
  readonly over: boolean;
  /** The seats that may decide now; several where choices are made in secret at once. */
  readonly awaited: number[];
  /** How many moves were made, those of chance too. */
  readonly length: number;
  /** SHA-256 of the seed, to be shown before the first move. */
  readonly commitment: string;
  sight(viewer: number): Sight;
  /** Plays a choice, or seals it until its seat's turn comes: true if sealed. Throws an `IllegalMove`. */
  choose(move: string, seat: number): boolean;
  undo(seat: number): void;
  why(move: string, seat: number): Reason | null;
  /** What move number `at` did, as far as the viewer may know. */
  eventsOf(at: number, viewer: number): GameEvent[];
  /** The seat that made move number `at`, −1 for chance. */
  seatOf(at: number): number;
  /** The game so far in the public record format, with `fair`. */
  record(): unknown;
  /** Whether the seed and the contributions give every draw of this game. */
  verifyFair(): boolean;
}

export interface LocalBot {
  /** A legal move of an awaited seat, from what that seat may know. */
  choose(match: LocalMatch, seat: number): string;
}

export interface Engine {
  readonly info: GameInfo;
  start(wish: Wish): LocalMatch;
  /** A record, finished or not, to be played on with the dealer that its field `fair` describes. */
  resume(record: unknown): LocalMatch;
  /** A verified record as frames, as POST /replay gives them. */
  replay(record: unknown, viewer: number): Frames;
  bot(level: string, seed: number): LocalBot;
  hint(match: LocalMatch, seat: number, level?: string): Hint;
}

export async function loadEngine(game: GameName, wasm: BufferSource | WebAssembly.Module): Promise<Engine> {
  throw new Error(`${game} is not here yet (${typeof wasm})`);
}
