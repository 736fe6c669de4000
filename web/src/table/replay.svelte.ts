/** A finished (or running) game to view: a table that moves only when it is stepped. */
import type { Frames } from "./http";
import type {
  Answer,
  ChatLine,
  GameAnalysis,
  GameName,
  Happening,
  Link,
  Seat,
  Sight,
  Table,
  TableInfo,
  Update,
} from "./table";
import { OVER } from "./table";

const REFUSED: Answer = { done: false, refusal: { code: "replay", sentence: "", clause: null } };

/** A value of each seat at some of the positions. */
export type Course = { at: number; values: readonly number[] }[];

export class ReplayTable implements Table {
  info = $state<TableInfo | null>(null);
  yours = $state<number[]>([]);
  readonly link: Link = { state: "replay" };
  at = $state(0);
  over = $state(false);
  sights = $state.raw<Sight[]>([]);
  log = $state.raw<Happening[]>([]);
  chat = $state.raw<ChatLine[]>([]);

  /** The analysis, once somebody has asked for it and it is ready. */
  found = $state.raw<GameAnalysis | null>(null);
  readonly analysis: Table["analysis"];

  private readonly happened: Happening[];
  protected listeners = new Set<(update: Update, before: readonly Sight[]) => void>();

  constructor(
    readonly replay: Frames,
    id: string | null,
    seats: Seat[] | null,
    analyse?: Table["analysis"],
    /** Who sat where, if nobody else knows. */
    names?: readonly unknown[],
  ) {
    this.info = {
      id: id ?? "",
      game: replay.game as GameName,
      edition: replay.edition as string | null,
      rules: replay.rules as Record<string, string | number>,
      players: replay.players as number,
      starter: replay.starter as number,
      chart: replay.chart,
      seats: seats ?? Array.from({ length: replay.players as number }, (_, seat) => sitting(seat, names?.[seat])),
      options: { chat: false },
      commitment: null,
      status: "over",
      rematch: null,
      spectators: 0,
    };
    this.happened = replay.frames.map((frame) => ({ at: frame.at, seat: frame.seat ?? -1, events: frame.events }));
    if (analyse) {
      this.analysis = async () => {
        const progress = await analyse();
        this.found = progress.analysis;
        return progress;
      };
    }
    this.seek(0);
  }

  /** The first position at which somebody decides: cards dealt before it are no moves. */
  get start(): number {
    const first = this.happened.findIndex(({ seat }) => seat >= 0);
    return first < 0 ? this.length : first - 1;
  }

  get length(): number {
    return this.replay.frames.length - 1;
  }

  /** The seat to play on with: the one whose view this is, else the next to decide. */
  get nextSeat(): number {
    const viewer = this.replay.viewer as number;
    if (viewer >= 0) return viewer;
    return this.replay.frames.slice(this.at + 1).find(({ seat }) => seat !== null && seat >= 0)?.seat ?? 0;
  }

  /** Every seat's points, position by position. */
  get points(): Course {
    return this.replay.frames.map(({ at, view }) => ({ at, values: (view as { scores?: number[] }).scores ?? [] }));
  }

  /** Every seat's chance to win at each decision, and at the end; null until analysed. */
  readonly chances = $derived.by<Course | null>(() => {
    if (!this.found) return null;
    const { opening, decisions, players, result } = this.found;
    const course = decisions.map(({ index, wins }) => ({ at: opening + index, values: wins }));
    if (!result) return course;
    const won = Array.from({ length: players }, (_, seat) => Number(result.winners.includes(seat)));
    return [...course, { at: this.length, values: won.map((one) => one / result.winners.length) }];
  });

  /** The positions before which the game turned. */
  readonly turningPoints = $derived.by(() =>
    (this.found?.turning_points ?? []).map(({ index }) => this.found!.opening + index),
  );

  /** Only where the move played gave something away. */
  readonly best = $derived.by(() => {
    const here = this.at - (this.found?.opening ?? 0);
    return this.found?.decisions.find(({ index }) => index === here)?.steps ?? [];
  });

  /** Positions at which an alley was scored, a district marked, a sale made. */
  moments(keys: ReadonlySet<string>): number[] {
    return this.happened.flatMap((item, index) => (item.events.some((event) => keys.has(event.key)) ? [index] : []));
  }

  /** Go to a position. One step forward is shown as it happened; otherwise the position simply appears. */
  seek(to: number): void {
    const at = Math.max(this.start, Math.min(this.length, to));
    const frame = this.replay.frames[at]!;
    const stepped = at === this.at + 1;
    const before = this.sights;
    const viewer = this.replay.viewer as number;
    this.at = at;
    this.log = this.happened.slice(1, at + 1);
    this.sights = [
      { viewer, view: frame.view, mover: at === this.length ? OVER : -1, awaited: [], legal: [], undo: "" },
    ];
    const update: Update = { at, happened: stepped ? [this.happened[at]!] : [], sights: this.sights, over: false };
    for (const listener of this.listeners) listener(update, before);
  }

  play: Table["play"] = async () => REFUSED;
  undo = async () => REFUSED;
  say = async () => REFUSED;
  botFor = async () => REFUSED;
  takeBackSeat = async () => REFUSED;
  resign = async () => REFUSED;
  offerEnd = async () => REFUSED;
  declineEnd = async () => REFUSED;
  claim = async () => REFUSED;
  why = async () => null;
  hint = async () => null;
  retry(): void {}
  onUpdate(listener: (update: Update, before: readonly Sight[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  close(): void {}
}

function sitting(seat: number, name: unknown): Seat {
  return {
    seat,
    kind: "person",
    name: typeof name === "string" && name ? name.slice(0, 40) : null,
    level: null,
    connected: true,
    thinking: false,
    away_since: null,
    bot_plays: false,
  };
}
