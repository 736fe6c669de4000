/** What a person wants to play: rulebook, house rules, who sits where. Remembered between visits. */
import type { Pace } from "../shell/clocks";
import { botNames } from "../shell/seats/players";
import { ownName } from "../shell/bar/settings.svelte";
import type { GameInfo, NewTable, SeatWish } from "../table/http";

/** Options of a table for friends. */
export interface TableOptions extends Pace {
  listed: boolean;
  hints: boolean;
  spectators: boolean;
  undo: boolean;
}

export type Rules = Record<string, string | number>;

export class Wish {
  edition = $state("");
  /** Switches that differ from the edition. */
  changed = $state<Rules>({});
  players = $state(4);
  level = $state("medium");
  /** "I want to start", from the first seat; otherwise the draw decides who sits where and who starts. */
  first = $state(false);
  /** The seed of the draws, as typed: for games on this device, and not remembered. */
  seed = $state("");
  /** Another map or deck than the game's own; not remembered. */
  chart = $state.raw<{ name: string; file: unknown } | null>(null);

  /** Points before the game, in turn order, for as many players; not remembered. */
  given = $state.raw<number[] | null>(null);

  constructor(readonly game: GameInfo) {
    const kept = JSON.parse(localStorage.getItem(this.place) ?? "{}") as Partial<{
      edition: string;
      changed: Rules;
      players: number;
      level: string;
      first: boolean;
    }>;
    this.edition = kept.edition && kept.edition in game.editions ? kept.edition : game.default_edition;
    // A switch stored by an older page may no longer exist.
    this.changed = Object.fromEntries(Object.entries(kept.changed ?? {}).filter(([name]) => name in game.switches));
    this.players = Math.max(game.players[0], Math.min(game.players[1], kept.players ?? 4));
    this.first = kept.first ?? false;
    this.level = kept.level && game.levels.includes(kept.level) ? kept.level : "medium";
  }

  private get place(): string {
    return `piazzetta.wish.${this.game.name}`;
  }

  chooseLevel(level: string): void {
    this.level = level;
    this.keep();
  }

  keep(): void {
    const { edition, changed, players, level, first } = this;
    localStorage.setItem(this.place, JSON.stringify({ edition, changed, players, level, first }));
  }

  choose(edition: string): void {
    this.edition = edition;
    this.changed = {};
    this.keep();
  }

  rule(name: string): string | number {
    return this.changed[name] ?? this.game.editions[this.edition]![name]!;
  }

  set(name: string, value: string | number): void {
    if (this.game.editions[this.edition]![name] === value) delete this.changed[name];
    else this.changed[name] = value;
    this.keep();
  }

  private table(seats: SeatWish[]): NewTable {
    // seat 0 is one's own
    const start = this.first ? { starter: 0 } : { draw_starter: true, draw_seats: true };
    const chart = this.chart ? { [this.game.chart_key]: this.chart.file } : {};
    const table = { game: this.game.name, edition: this.edition, seats, ...start, ...chart };
    if (this.given?.length !== seats.length) return { ...table, rules: { ...this.changed } };
    return { ...table, rules: { ...this.changed, handicap: "fair" }, head_start: this.given };
  }

  againstBots(me: string): NewTable {
    const { level } = this;
    const bots = botNames(this.players - 1).map((name): SeatWish => ({ kind: "bot", level, name }));
    return { ...this.table([{ kind: "me", name: ownName() || me }, ...bots]), options: { listed: false } };
  }

  withFriends(seats: SeatWish[], options: TableOptions): NewTable {
    return { ...this.table(seats), options };
  }
}
