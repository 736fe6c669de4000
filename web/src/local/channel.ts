/** Questions to the worker and its answers, in order. */
import type { FairRecord, Frames } from "../table/http";
import type { AnalysisProgress, GameName, Hint, Refusal, TableInfo, Update } from "../table/table";
import type { Attempt, Judged, MomentCard, MomentProgress, MomentScene } from "../moments/moment";
import type { Digest, Insights, Played } from "../insights/insight";
import type { KeptEntry, KeptGame } from "./kept-game";
import type { Wish } from "../film/film";
import type { Messages } from "../words/message";
import type { StudyQuestions } from "./studies";

/** The possible questions and their answers. */
export interface Questions extends StudyQuestions {
  open: { ask: { kept: KeptGame; pace: number }; answer: null };
  /** `at`: the latest event known here. */
  play: { ask: { seat: number; move: string; at: number }; answer: null };
  undo: { ask: { seat: number; at: number }; answer: null };
  resign: { ask: { seat: number }; answer: null };
  why: { ask: { move: string; seat: number }; answer: Refusal | null };
  hint: { ask: { seat: number }; answer: Hint };
  /** About a game that need not be open: its public card, its record, its frames. */
  info: { ask: { kept: KeptGame }; answer: TableInfo };
  record: { ask: { kept: KeptGame }; answer: FairRecord };
  replay: { ask: { kept: KeptGame; viewer: number }; answer: Frames };
  /** The log of the next game, and the new entries of this one. */
  rematch: { ask: { kept: KeptGame; id: string; seed: string }; answer: { next: KeptEntry[]; here: KeptEntry[] } };
  /** Whether the draws of a record were fair, and its frames. */
  fair: { ask: { record: unknown; commitment: string; contributions: readonly string[] }; answer: boolean };
  replayRecord: { ask: { record: unknown; viewer: number }; answer: Frames };
  /** A film of a game of this device, or of a record, in these words: what there is to draw, then each picture. */
  film: { ask: { kept: KeptGame | null; record: unknown; wish: Wish; words: Messages }; answer: FilmPlan };
  picture: { ask: number; answer: FilmPart[] };
  /** Start analysing a finished game, then poll: each answers after a while with the progress so far. */
  analyse: { ask: { record: unknown }; answer: AnalysisProgress };
  look: { ask: null; answer: AnalysisProgress };
  /** Start looking for a seat's moments among the decisions of an analysis, then poll in the same way. */
  moments: { ask: { record: unknown; seat: number; judged: Judged[] }; answer: MomentProgress };
  seek: { ask: null; answer: MomentProgress };
  /** A moment as its seat saw it; what a try there shows, and how good it is. */
  scene: { ask: { card: MomentCard }; answer: MomentScene };
  attempt: { ask: { card: MomentCard; move: string }; answer: Attempt };
  /** What an analysed game leaves of a seat; what digests say together, for each game; their decisions as CSV. */
  digest: { ask: Played; answer: Digest };
  insights: { ask: { digests: Digest[] }; answer: Insights[] };
  decisions: { ask: { digests: Digest[] }; answer: string };
  /** Answers when the game is loaded. */
  ready: { ask: null; answer: null };
  /** Whether a map or deck is valid; if it is, as a file and how it differs from the printed one. */
  check: { ask: { chart: unknown }; answer: Checked };
  /**
   * A random map or deck for a frame: how many squares (null: as many as suit), for how many players; how many cards,
   * and the totals by bid, ticket, kind of objects and kind that shops ask for (null: as they come).
   */
  draw: { ask: { seed: number; frame: (number | number[] | null)[] }; answer: unknown };
  /**
   * Games of the judge: number `first` and the next ones of a version; the sources of points too, if `sourced`. In a
   * `trial` somebody plays worse, or may not do everything. Null if they are no longer wanted when their turn comes.
   */
  games: {
    ask: { version: Version; first: number; count: number; sourced: boolean; trial: TrialName | null };
    answer: Part | null;
  };
  /** Games of versions before this one are no longer wanted. */
  since: { ask: { id: number }; answer: null };
  /** What these games and all before of the same version tell; the version before is what they are compared with. */
  tally: { ask: { version: Version; parts: Part[] }; answer: Verdict };
  /** Which trials tell something about the version that is tallied; what the games of one tell, if they do. */
  trials: { ask: { version: Version }; answer: TrialName[] };
  trial: { ask: { version: Version; trial: TrialName; parts: Part[] }; answer: Rung | Restriction | null };
  /** "Make it fair", by other values or by points: begin; the games that were asked for; choose among what was found. */
  improve: { ask: Improve; answer: Fairness };
  start: { ask: SeekStart; answer: Fairness };
  improved: { ask: { parts: Part[][] }; answer: Fairness };
  choose: { ask: null; answer: null };
}

/** How large a film is, for how long it shows each picture, and which of them have the colours of a GIF. */
export interface FilmPlan {
  size: [width: number, height: number];
  seconds: number[];
  samples: number[];
}

/** The pixels that a part of a picture covers, and their SVG; null: as sent before under this number. Without a number it
 * is in this picture alone. */
export interface FilmPart {
  id: number | null;
  left: number;
  top: number;
  right: number;
  bottom: number;
  svg: string | null;
}

/** A rung of the skill ladder, or a kind of move that nobody may make, or one player alone may not. */
export type TrialName = { kind: "rung"; at: number } | { kind: "bar"; word: string; alone: boolean };

/** One player plays better than the others: how often that player wins. */
export interface Rung {
  player: string;
  others: string;
  wins: Estimate;
}

/** A kind of move: the points of a seat if nobody may make it, and the wins of a player who alone may not. */
export interface Restriction {
  move: string;
  used: number;
  points: Estimate;
  wins: Estimate;
}

/** What may be changed (`shape`: not values alone), and how much to play: `workshop/search.py`. */
export interface Improve {
  chart: unknown;
  players: number;
  shape: boolean;
  seed: number;
  games: number;
  batch: number;
  candidates: number;
}

/** Asks for fair starting points. `games` confirm them; each round of the search plays a quarter of that. */
export interface SeekStart {
  chart: unknown;
  players: number;
  games: number;
  rounds: number;
}

/** Points in turn order, and how likely they are drawn, in hundredths. */
export interface Lot {
  lot: number;
  points: number[];
}

/** How a search stands. */
export interface Fairness {
  /** The games to play next, in this order; none when it is over. */
  asks: { chart: unknown; given: number[] | null; luck: number; games: number }[];
  /** All games, if it is not stopped. */
  total: number;
  /** Each round, or the best of each generation: how far its farthest seat's wins were from even. */
  steps: number[];
  stage: "search" | "choose" | "confirm" | "over";
  /**
   * Confirmed with new games; `uneven`: how much nearer to even the farthest seat is (below 0: nearer), or with
   * `lots`, points before the game, that seat's wins.
   */
  found: {
    better: boolean;
    before: Wins;
    after: Wins;
    uneven: Estimate;
    changed: number;
    chart: unknown;
    lots: Lot[] | null;
  } | null;
}
export interface Wins {
  games: number;
  wins: number[];
}

/** A map or deck to judge. Game *n* of a seed has the same luck in every version. */
export interface Version {
  id: number;
  chart: unknown;
  players: number;
  seed: number;
  /** Points before the game, in turn order. */
  given: number[] | null;
}

/** Finished games, one a row. */
export interface Part {
  first: number;
  points: number[][];
  won: number[][];
  facts: Record<string, number>[];
  /** How often each action was chosen in all of them. */
  actions: number[];
  /** By field of the final positions: games with something there, and its sum, place by place. */
  held: Record<string, [number[], number[]]>;
  /** Of some of them, seat by seat. */
  sources: Record<string, number>[][];
}

/** A figure and its 95 % interval. */
export type Estimate = [value: number, low: number, high: number];

/** How often the places of a kind were used. */
export interface Use {
  kind: string;
  what: string;
  keys: string[];
  a_game: number[];
}

/** What was found: `workshop/verdict.py` has it all. */
export interface Verdict {
  players: number;
  games: number;
  /** The digest of the network that judged. */
  judge: string;
  wins: Estimate[];
  first_move: Estimate;
  points: Estimate[];
  margin: Estimate;
  close: Estimate;
  /** Games in which nobody scored. */
  scoreless: number;
  rounds: Estimate;
  lead_changes: Estimate;
  decided: Estimate;
  open: Estimate;
  sources: Record<string, Estimate>;
  uses: Use[];
  /** By what they are used for: places that hardly are. */
  dead: Record<string, string[]>;
  changes: Record<string, { here: number; there: number; difference: Estimate }>;
}

/** The engine's verdict on a map or deck. `sentence` is English, for a file that nobody could have drawn here. */
export type Checked =
  | {
      file: unknown;
      differences: { key: string; params: Record<string, string | number> }[];
      /** What of it matters to play, as text: the same for maps that only look different. */
      plays: string;
      /** What there is of each thing in a deck, by heading. */
      totals: Record<string, Record<string, number>> | null;
    }
  | { fault: { key: string | null; params: Record<string, string | number>; sentence: string } };

export type Question = {
  [Name in keyof Questions]: { id: number; game: GameName; name: Name; ask: Questions[Name]["ask"] };
}[keyof Questions];
export type Reply = { id: number; answer: unknown } | { id: number; refusal: Refusal };

/** What the worker reports about the open table by itself. `entries`: new log entries to store. */
export type Report =
  | { type: "info"; info: TableInfo; yours: number[] }
  | { type: "update"; update: Update; entries: KeptEntry[] }
  | { type: "thinking"; seat: number | null };

/** The part of a `Worker` in use: a test can substitute something else. */
export type Thread = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

export class Channel {
  private readonly waiting = new Map<number, { resolve: (answer: never) => void; reject: (reason: Error) => void }>();
  private count = 0;

  constructor(
    private readonly game: GameName,
    private readonly thread: Thread,
    report: (report: Report) => void = () => {},
    broken: () => void = () => {},
  ) {
    thread.onmessage = ({ data }: MessageEvent<Reply | Report>) => {
      if ("type" in data) return report(data);
      const asker = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("refusal" in data) asker?.reject(new RefusedHere(data.refusal));
      else asker?.resolve(data.answer as never);
    };
    thread.onerror = () => {
      this.giveUp();
      broken();
    };
  }

  ask<Name extends keyof Questions>(name: Name, ask: Questions[Name]["ask"]): Promise<Questions[Name]["answer"]> {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.thread.postMessage({ id, game: this.game, name, ask });
    });
  }

  close(): void {
    this.thread.terminate();
    this.giveUp();
  }

  private giveUp(): void {
    for (const { reject } of this.waiting.values())
      reject(new RefusedHere({ code: "lost", sentence: "", clause: null }));
    this.waiting.clear();
  }
}

/** The worker's refusal. */
export class RefusedHere extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.sentence);
  }
}

/** A separate thread, so that no frame is dropped while a bot thinks. */
export function newThread(): Thread {
  return new Worker(new URL("./host/worker.ts", import.meta.url), { type: "module", name: "piazzetta" });
}
