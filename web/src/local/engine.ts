/**
 * A game played here, without a server: the rules as WebAssembly, everything they say translated from the same Python
 * sources (docs/browser.md). Nothing waits in here: call it from a worker.
 */
import type { Frame, Frames, GameInfo } from "../table/http";
import type { AnalysisProgress, GameAnalysis, GameEvent, GameName, Hint, Option, Sight } from "../table/table";
import { games } from "./byhand";
import { loadKernels } from "./kernels";
import { bytes_fromhex, called, data, formatted, fromJson, kernels, Range, toJson, type Any } from "./python";
import { numbers } from "./searcher";
import { Position } from "./position-history";

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
  /** Whether something in the game is hidden from somebody. */
  secrets: boolean;
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

/** A finished game looked at again, decision by decision. */
export interface LocalAnalysis {
  /** Look at decisions for about so long, at one at least; how far that came, and the analysis once it is whole. */
  look(milliseconds: number): AnalysisProgress;
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
  analyse(record: unknown, level?: string): LocalAnalysis;
}

const OVER = -2;
const CHANCE = -1;

/** Something given from outside that does not hold; its message says what. */
export class BadInput extends Error {}

/** A move that is not allowed. */
export class IllegalMove extends BadInput implements Reason {
  readonly sentence: string;
  readonly clause: string;
  readonly key: string;
  readonly params: Record<string, unknown>;
  constructor(refusal: Any) {
    super(refusal.message);
    this.sentence = refusal.message;
    this.clause = refusal.clause;
    this.key = refusal.key;
    this.params = toJson(refusal.params);
  }
}

/** Lets translated code work; what it raises leaves as an error of this module. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof common.IllegalMove) throw new IllegalMove(error);
    if (error instanceof common.BadInput) throw new BadInput((error as Error).message);
    throw error;
  }
}

const eventData = (events: Iterable<Any>): GameEvent[] =>
  Array.from(events, ({ key, params }) => ({ key, params: toJson(params) }));

function optionOf(preview: Any): Option {
  const { move, points, events, notes, remarks } = preview;
  return { move, points: [...points], events: eventData(events), notes: [...notes], remarks: eventData(remarks) };
}

/** Python's `Match` behind the interface of the page. */
class Played implements LocalMatch {
  readonly setting: LocalSetting;
  constructor(
    readonly match: Any,
    private readonly fair: Any | null,
  ) {
    const { game, players, starter, edition, rules, components } = match.setting;
    const { name, has_secrets: secrets } = game;
    this.setting = {
      game: name,
      players,
      starter,
      edition,
      rules: toJson(rules),
      chart: toJson(components.to_file()),
      secrets,
    };
  }
  get mover(): number {
    return this.match.mover;
  }
  get over(): boolean {
    return this.match.over;
  }
  get awaited(): number[] {
    return this.match.awaited;
  }
  get length(): number {
    return this.match._log.length;
  }
  get commitment(): string {
    return this.fair ? this.fair.get("commitment") : "";
  }
  sight(viewer: number): Sight {
    const [undo, undo_key] = this.undoRefusal(viewer);
    const { match, mover, awaited } = this;
    return {
      viewer,
      view: toJson(match.view(viewer)),
      mover,
      awaited,
      legal: awaited.includes(viewer) ? Array.from(match.previews(viewer), optionOf) : [],
      undo,
      undo_key,
      sealed: viewer >= 0 ? match.sealed(viewer) : null,
      deadline: null,
    };
  }
  private undoRefusal(viewer: number): [string | null, string | null] {
    if (viewer < 0) return ["spectators do not play.", "undo_spectator"];
    if (this.over) return ["no game is going on.", "undo_no_game"];
    const refusal = this.match.undo_refusal(viewer);
    return refusal === null ? [null, null] : [refusal.message, refusal.key];
  }
  choose(move: string, seat: number): boolean {
    return guarded(() => this.match.choose(move, seat));
  }
  undo(seat: number): void {
    guarded(() => this.match.undo(seat));
  }
  why(move: string, seat: number): Reason | null {
    const refusal = this.match.why_not(move, seat);
    return refusal === null ? null : new IllegalMove(refusal);
  }
  eventsOf(at: number, viewer: number): GameEvent[] {
    return eventData(this.match.events_of(at, viewer));
  }
  seatOf(at: number): number {
    return this.match._log[at][0];
  }
  record(): unknown {
    return toJson(this.kept().to_json());
  }
  verifyFair(): boolean {
    if (!this.fair) return false;
    try {
      this.kept()._verify_draws();
      return true;
    } catch (error) {
      if (error instanceof common.BadRecord) return false;
      throw error;
    }
  }
  private kept(): Any {
    const kept = common.Record.of(this.match);
    if (this.fair) kept.extra.set("fair", this.fair);
    return kept;
  }
}

/** What a seat knows of a match, for a bot. */
function known(match: LocalMatch, seat: number): Position {
  const inner = (match as Played).match;
  if (!inner.awaited.includes(seat)) throw new BadInput(`seat ${seat} has nothing to decide now`);
  return Position.determinized(inner.setting, seat, [inner.position(seat)]);
}

function infoOf(game: Any): GameInfo {
  const switches = game.switches
    .items()
    .map(([name, { clause, meaning, choices }]: Any) => [
      name,
      {
        clause,
        meaning,
        choices:
          choices instanceof Range ? { least: choices.at(0), most: choices.at(choices.length - 1) } : toJson(choices),
      },
    ]);
  const info: Any = {
    name: game.name,
    title: game.title,
    players: [game.seats.at(0), game.seats.at(game.seats.length - 1)],
    default_edition: game.default_edition,
    editions: toJson(game.editions),
    switches: Object.fromEntries(switches),
    chart_key: game.components_key,
    chart: toJson(game.default_components().to_json()),
    levels: [...common.LEVELS],
  };
  return info;
}

/** A record as Python's `Record`; one of another game is refused. */
function readRecord(name: string, record: unknown): Any {
  const given = (record as { game?: unknown } | null)?.game;
  if (typeof given === "string" && given !== name)
    throw new BadInput(`this is a record of ${given.slice(0, 40)}, not of ${name}`);
  return common.Record.loads(JSON.stringify(record));
}

function framesOf(kept: Any, viewer: number): Frames {
  const match = kept.replay();
  const { game, players, starter, edition, rules, components } = match.setting;
  if (viewer >= players) throw new BadInput(`this game has no seat ${viewer}.`);
  const frames: Frame[] = [{ at: 0, seat: null, events: [], view: toJson(match.view(viewer, 0)), move: null }];
  for (const [at, [seat]] of match.log.entries()) {
    const events = eventData(match.events_of(at, viewer));
    frames.push({
      at: at + 1,
      seat,
      events,
      view: toJson(match.view(viewer, at + 1)),
      move: match.text_of(at, viewer),
    });
  }
  const result = toJson(kept.result);
  return {
    game: game.name,
    players,
    starter,
    edition,
    rules: toJson(rules),
    chart: toJson(components.to_file()),
    viewer,
    frames,
    result,
  };
}

/** Chances are estimates: four places are enough, and what the server sends. */
function rounded(value: Any): Any {
  if (typeof value === "number") return Number(formatted(value, ".4f"));
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(rounded);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]));
}

class Analysing implements LocalAnalysis {
  private readonly match: Any;
  private readonly left: Any[];
  private readonly adviser: Any;
  private readonly decisions: Any[] = [];
  private analysis: GameAnalysis | null = null;

  constructor(
    kept: Any,
    private readonly level: string,
  ) {
    this.adviser = common.adviser(level);
    this.match = kept.replay();
    this.left = common.positions(this.match);
  }
  look(milliseconds: number): AnalysisProgress {
    const end = performance.now() + milliseconds;
    do {
      const next = this.left.shift();
      if (next) this.decisions.push(common.judge(this.match, next[0], next[1], this.adviser));
    } while (this.left.length && performance.now() < end);
    if (!this.left.length)
      this.analysis ??= rounded(toJson(common.conclude(this.match, this.decisions, this.level).to_json()));
    const done = this.decisions.length;
    return { done, of: done + this.left.length, analysis: this.analysis };
  }
}

class LocalEngine implements Engine {
  readonly info: GameInfo;
  constructor(private readonly game: Any) {
    this.info = infoOf(game);
  }
  start(wish: Wish): LocalMatch {
    return guarded(() => {
      const { players, edition = null, rules = {}, starter = 0, chart = null, seed, contributions } = wish;
      const named = {
        players,
        edition,
        starter,
        rules: fromJson(rules),
        [this.game.components_key]: chart === null ? null : fromJson(chart),
      };
      const setting = called(common.game, [this.game.name], named);
      const fair = common.proof(bytes_fromhex(seed), contributions);
      return new Played(new common.Match(setting, common.dealer_of(fair, players)), fair);
    });
  }
  resume(record: unknown): LocalMatch {
    return guarded(() => {
      const kept = readRecord(this.game.name, record);
      const match = kept.replay();
      const fair = kept.extra.get("fair");
      if (fair !== null) {
        const dealer = common.dealer_of(fair, kept.setting.players);
        dealer._drawn = match.log.filter(([seat]: Any) => seat === CHANCE).length;
        match.deal_with(dealer);
      } else if (match.mover !== OVER)
        throw new BadInput("this record does not say how its draws were made, so it cannot be played on");
      return new Played(match, fair);
    });
  }
  replay(record: unknown, viewer: number): Frames {
    return guarded(() => {
      const kept = readRecord(this.game.name, record);
      kept.verify();
      return framesOf(kept, viewer);
    });
  }
  bot(level: string, seed: number): LocalBot {
    const found = guarded(() => common.bot(level, seed));
    return { choose: (match, seat) => (match as Played).match.setting.text(found.choose(known(match, seat))) };
  }
  hint(match: LocalMatch, seat: number, level = "hard"): Hint {
    return guarded(() => ({
      moves: common.hint(known(match, seat), level).map((move: Any) => toJson(move.to_json())),
    }));
  }
  analyse(record: unknown, level = "hard"): LocalAnalysis {
    return guarded(() => new Analysing(readRecord(this.game.name, record), level));
  }
}

/** What is the same for both games: there once a game is loaded. */
let common: Any;

/** The engine of a game, from the bytes of its WebAssembly module or from the compiled module. */
export async function loadEngine(game: GameName, wasm: BufferSource | WebAssembly.Module): Promise<Engine> {
  kernels[game] = loadKernels(game, wasm);
  common = await import("./generated/python/common.js");
  const own: Any =
    game === "portobello"
      ? await import("./generated/python/portobello.js")
      : await import("./generated/python/viaggiatore.js");
  for (const [path, text] of Object.entries<string>(own.files)) data.set(path, text);
  numbers[game] = own;
  games[game] = own;
  return new LocalEngine(own.game);
}
