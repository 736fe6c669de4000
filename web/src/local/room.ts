/**
 * A table without a server: one game, its log of steps, its bots. It runs in the worker, and says what a server would
 * say (docs/protocol.md): what happened, what each own seat sees now, whether a bot is thinking.
 */
import type { Happening, Refusal, Sight, Update } from "../table/table";
import { SPECTATOR } from "../table/table";
import type { Engine, LocalBot, LocalMatch, LocalSetting, Wish } from "./engine";
import type { KeptGame, Step } from "./games";

/** What the room tells the page. */
export type Told =
  | { type: "update"; update: Update; kept: Progress }
  | { type: "thinking"; seat: number | null }
  | { type: "setting"; setting: LocalSetting };

/** What is kept of a game after every move. */
export type Progress = Pick<KeptGame, "record" | "steps" | "sealed" | "status">;

/** A refusal, thrown. */
export class NotDone extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.sentence);
  }
}

/** The milliseconds a level may take for a move. */
const BUDGET: Record<string, number> = { random: 200, easy: 200, medium: 500, hard: 1000 };

/**
 * When a bot's move is shown, in milliseconds from when it was asked. In a game with secrets this depends on the level
 * alone: never on whether there was something to choose, or how long it was thought about.
 */
export function releaseTime(level: string, pace: number, secret: boolean, chance = Math.random()): number {
  const least = Math.max(pace, secret && pace > 0 ? 1.2 * (BUDGET[level] ?? 0) : 0);
  return least * (1 + 0.6 * chance);
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export class Room {
  private readonly match: LocalMatch;
  private readonly steps: Step[];
  private readonly yours: number[];
  private readonly bots = new Map<number, LocalBot>();
  /** Choices that wait for their turn: a record does not hold them. */
  private readonly sealed: Map<number, string>;
  /** Awaited seats, and the number of the step that asked them. */
  private asked = new Map<number, number>();
  private running = false;
  private closed = false;
  /** Grows when a move is taken back: what a bot had in mind then counts no more. */
  private undone = 0;

  constructor(
    private readonly engine: Engine,
    private readonly game: KeptGame,
    private readonly tell: (told: Told) => void,
    private readonly options: { pace: number; seed: () => number },
  ) {
    this.yours = game.seats.flatMap((seat, number) => (seat.kind === "bot" ? [] : [number]));
    this.match = game.record === null ? engine.start(startOf(game)) : engine.resume(game.record);
    this.steps = game.steps.map((step) => ({ ...step }));
    // A prepared position has a past, but its steps are nobody's here.
    if (!this.steps.length) this.steps.push({ kind: "started", seat: -1, begin: 0, end: this.match.length });
    this.sealed = new Map(game.sealed);
    for (const [seat, move] of this.sealed) this.match.choose(move, seat);
    this.tell({ type: "setting", setting: this.match.setting });
    this.update(0);
    void this.goOn();
  }

  // --- what people do ---

  play(seat: number, move: string): void {
    this.mine(seat);
    this.choose(seat, move);
    void this.goOn();
  }

  undo(seat: number): void {
    this.mine(seat);
    guarded("undo", () => this.match.undo(seat));
    this.undone++;
    this.sealed.delete(seat);
    const length = this.match.length;
    for (const step of this.steps.toReversed()) {
      if (step.end <= length) break;
      step.end = length;
      step.begin = Math.min(step.begin, length);
    }
    this.stepped({ kind: "undo", seat, begin: length, end: length });
    void this.goOn();
  }

  why(move: string, seat: number): Refusal | null {
    const reason = this.match.why(move, seat);
    return reason && { code: "illegal", ...reason };
  }

  hint(seat: number) {
    this.mine(seat);
    return this.engine.hint(this.match, seat);
  }

  fair(): boolean {
    return this.match.verifyFair();
  }

  close(): void {
    this.closed = true;
  }

  private mine(seat: number): void {
    if (!this.yours.includes(seat)) throw new NotDone({ code: "not_your_seat", sentence: "", clause: null });
  }

  // --- the game ---

  private choose(seat: number, move: string): void {
    const begin = this.match.length;
    const sealed = guarded("illegal", () => this.match.choose(move, seat));
    if (sealed) this.sealed.set(seat, move);
    for (let at = begin; at < this.match.length; at++) this.sealed.delete(this.match.seatOf(at));
    this.stepped({ kind: sealed ? "sealed" : "play", seat, begin, end: this.match.length });
  }

  private stepped(step: Step): void {
    this.steps.push(step);
    this.update(this.steps.length - 1);
  }

  /** Bots move until a person is awaited. There is one thread: while a bot thinks, the page's questions wait. */
  private async goOn(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      for (;;) {
        const seat = this.match.over
          ? undefined
          : this.match.awaited.find((one) => this.game.seats[one]?.kind === "bot");
        if (seat === undefined || this.closed) return;
        await this.botMove(seat);
      }
    } finally {
      this.running = false;
      this.tell({ type: "thinking", seat: null });
    }
  }

  private async botMove(seat: number): Promise<void> {
    const level = this.game.seats[seat]?.level ?? "medium";
    this.tell({ type: "thinking", seat });
    await sleep(0); // what was asked meanwhile comes first
    if (this.closed || !this.match.awaited.includes(seat)) return;
    const release = performance.now() + releaseTime(level, this.options.pace, this.match.setting.secrets);
    const then = this.undone;
    const move = this.thought(seat, level);
    await sleep(Math.max(0, release - performance.now()));
    const still = !this.closed && then === this.undone && this.match.awaited.includes(seat);
    if (still) this.choose(seat, move);
  }

  /** A bot's choice. One that fails takes any legal move: the others must not wait for ever. */
  private thought(seat: number, level: string): string {
    try {
      let bot = this.bots.get(seat);
      if (!bot) this.bots.set(seat, (bot = this.engine.bot(level, this.options.seed())));
      const move = bot.choose(this.match, seat);
      if (this.match.why(move, seat) === null) return move;
    } catch (error) {
      console.error(`a ${level} bot failed`, error);
    }
    const legal = this.match.sight(seat).legal;
    return legal[this.options.seed() % legal.length]!.move;
  }

  // --- what the page is told ---

  private update(since: number): void {
    const last = this.steps.at(-1);
    // Where several choose at once, another one's choice does not renew the question.
    const before = (seat: number) => (seat === last?.seat ? undefined : this.asked.get(seat));
    this.asked = new Map(this.match.awaited.map((seat) => [seat, before(seat) ?? this.steps.length]));
    const several = this.yours.length > 1;
    const viewers = this.yours.length ? this.yours : [SPECTATOR];
    const sights = viewers.map((viewer): Sight => {
      const sight: Sight = { ...this.match.sight(viewer), asked: this.asked.get(viewer) ?? null };
      return several ? { ...sight, happened: this.happened(viewer, since) } : sight;
    });
    const happened = this.happened(several ? SPECTATOR : viewers[0]!, since);
    const update: Update = { at: this.steps.length, happened, sights, over: this.match.over };
    this.tell({ type: "update", update, kept: this.progress() });
  }

  private happened(viewer: number, since: number): Happening[] {
    return this.steps.slice(since).map((step, index) => {
      const events = Array.from({ length: step.end - step.begin }, (_, n) =>
        this.match.eventsOf(step.begin + n, viewer),
      ).flat();
      const told: Happening = { at: since + index + 1, seat: step.seat, kind: step.kind, frame: step.end, events };
      return step.kind === "play" && step.begin === step.end ? { ...told, undone: true } : told;
    });
  }

  private progress(): Progress {
    return {
      record: this.match.record(),
      steps: this.steps.map((step) => ({ ...step })),
      sealed: [...this.sealed],
      status: this.match.over ? "over" : "playing",
    };
  }
}

function startOf(game: KeptGame): Wish {
  return {
    players: game.players,
    starter: game.starter,
    rules: game.rules,
    seed: game.seed,
    // Nobody else takes part in these draws, so the seed alone says them all.
    contributions: game.seats.map(() => null),
    ...(game.edition === null ? {} : { edition: game.edition }),
    ...(game.chart === undefined ? {} : { chart: game.chart }),
  };
}

/** The engine's refusal, in the form of the protocol. */
function guarded<T>(code: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const said = error as Partial<Refusal> & { message?: string };
    if (said.sentence === undefined && said.key === undefined) throw error;
    const { sentence = "", clause = null, key, params } = said;
    throw new NotDone({ code, sentence, clause, ...(key === undefined ? {} : { key, params: params ?? {} }) });
  }
}
