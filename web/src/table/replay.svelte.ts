/** A finished (or running) game to view: a table that moves only when it is stepped. */
import type { Frames } from "./http";
import type { Answer, ChatLine, GameName, Happening, Link, Seat, Sight, Table, TableInfo, Update } from "./table";
import { OVER } from "./table";

const REFUSED: Answer = { done: false, refusal: { code: "replay", sentence: "", clause: null } };

export class ReplayTable implements Table {
  info = $state<TableInfo | null>(null);
  yours = $state<number[]>([]);
  readonly link: Link = { state: "replay" };
  at = $state(0);
  over = $state(false);
  sights = $state.raw<Sight[]>([]);
  log = $state.raw<Happening[]>([]);
  chat = $state.raw<ChatLine[]>([]);

  private readonly happened: Happening[];
  private listeners = new Set<(update: Update, before: readonly Sight[]) => void>();

  constructor(
    readonly told: Frames,
    id: string | null,
    seats: Seat[] | null,
    readonly analysis?: Table["analysis"],
    /** Who sat where, if nobody else knows. */
    names?: readonly unknown[],
  ) {
    this.info = {
      id: id ?? "",
      game: told.game as GameName,
      edition: told.edition as string | null,
      rules: told.rules as Record<string, string | number>,
      players: told.players as number,
      starter: told.starter as number,
      chart: told.chart,
      seats: seats ?? Array.from({ length: told.players as number }, (_, seat) => sitting(seat, names?.[seat])),
      options: { chat: false },
      commitment: null,
      status: "over",
      rematch: null,
      spectators: 0,
    };
    this.happened = told.frames.map((frame) => ({ at: frame.at, seat: frame.seat ?? -1, events: frame.events }));
    this.seek(0);
  }

  get length(): number {
    return this.told.frames.length - 1;
  }

  /** Positions at which an alley was scored, a district marked, a sale made. */
  moments(keys: ReadonlySet<string>): number[] {
    return this.happened.flatMap((item, index) => (item.events.some((event) => keys.has(event.key)) ? [index] : []));
  }

  /** Go to a position. One step forward is shown as it happened; otherwise the position simply appears. */
  seek(to: number): void {
    const at = Math.max(0, Math.min(this.length, to));
    const frame = this.told.frames[at]!;
    const stepped = at === this.at + 1;
    const before = this.sights;
    const viewer = this.told.viewer as number;
    this.at = at;
    this.log = this.happened.slice(1, at + 1);
    this.sights = [
      { viewer, view: frame.view, mover: at === this.length ? OVER : -1, awaited: [], legal: [], undo: "" },
    ];
    const update: Update = { at, happened: stepped ? [this.happened[at]!] : [], sights: this.sights, over: false };
    for (const listener of this.listeners) listener(update, before);
  }

  play = async () => REFUSED;
  undo = async () => REFUSED;
  say = async () => REFUSED;
  botFor = async () => REFUSED;
  takeBackSeat = async () => REFUSED;
  resign = async () => REFUSED;
  offerEnd = async () => REFUSED;
  declineEnd = async () => REFUSED;
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
