/** What a person wants to play: rulebook, house rules, who sits where. Remembered between visits. */
import type { Pace } from "../shell/clocks";
import { botNames } from "../shell/seats/players";
import { ownName } from "../shell/bar/settings.svelte";
import type { GameInfo, NewTable, SeatWish } from "../table/http";
import { FAIR_START } from "../table/table";
import { language } from "../words/index.svelte";

/** Options of a table for friends. */
export interface TableOptions extends Pace {
  listed: boolean;
  hints: boolean;
  spectators: boolean;
  undo: boolean;
}

export type Rules = Record<string, string | number>;

interface Kept {
  edition?: string;
  changed: Rules;
  players?: number;
  level: string;
  first: boolean;
  map: string;
}

const PLAYERS = 4;
const LEVEL = "medium";

export class GameSetup {
  /** The edition that was chosen; null: it follows the language. */
  private chosen = $state<string | null>(null);
  /** Switches that differ from the edition. */
  changed = $state<Rules>({});
  /** How many players were chosen; null: as many as the fair start is balanced for. */
  private many = $state<number | null>(null);
  level = $state(LEVEL);
  /** "I want to start", from the first seat; otherwise the draw decides who sits where and who starts. */
  first = $state(false);
  /** The seed of the draws, as typed: for games on this device, and not remembered. */
  seed = $state("");
  /** Which of the maps or decks (`setup/components.ts`); empty: the game's own. */
  place = $state("");
  /** A map or deck at hand, as in the workshop; not remembered. */
  chart = $state.raw<{ name: string; file: unknown } | null>(null);

  /** Points before the game, in turn order, for as many players; not remembered. */
  given = $state.raw<number[] | null>(null);

  constructor(readonly game: GameInfo) {
    const kept = JSON.parse(localStorage.getItem(this.stored) ?? "{}") as Partial<Kept>;
    this.chosen = kept.edition && kept.edition in game.editions ? kept.edition : null;
    // A switch stored by an older page may no longer exist.
    this.changed = Object.fromEntries(Object.entries(kept.changed ?? {}).filter(([name]) => name in game.switches));
    if (kept.players) this.players = kept.players;
    this.first = kept.first ?? false;
    this.level = kept.level && game.levels.includes(kept.level) ? kept.level : LEVEL;
    this.place = kept.map ?? "";
  }

  get edition(): string {
    return this.chosen ?? (language() in this.game.editions ? language() : this.game.default_edition);
  }

  set edition(edition: string) {
    this.chosen = edition;
  }

  /** Four players, or the largest smaller number with a balanced start. */
  private get usualPlayers(): number {
    const [least, most] = this.game.players;
    const balanced = this.game.balanced?.[this.edition] ?? [];
    return Math.max(0, ...balanced.filter((players) => players <= PLAYERS)) || Math.max(least, Math.min(most, PLAYERS));
  }

  get players(): number {
    return this.many ?? this.usualPlayers;
  }

  set players(players: number) {
    this.many = Math.max(this.game.players[0], Math.min(this.game.players[1], players));
  }

  /** Whether nothing was chosen that differs from what a newcomer plays. */
  get usual(): boolean {
    const { chosen, changed, players, level, first, place } = this;
    const plain = chosen === null && !first && !place && !Object.keys(changed).length;
    return plain && players === this.usualPlayers && level === LEVEL;
  }

  reset(): void {
    this.chosen = null;
    this.changed = {};
    this.many = null;
    this.level = LEVEL;
    this.first = false;
    this.place = "";
    this.keep();
  }

  private get stored(): string {
    return `piazzetta.wish.${this.game.name}`; // as earlier versions kept it
  }

  chooseLevel(level: string): void {
    this.level = level;
    this.keep();
  }

  keep(): void {
    const { chosen, changed, many, level, first, place } = this;
    const own = { ...(chosen === null ? {} : { edition: chosen }), ...(many === null ? {} : { players: many }) };
    const kept: Kept = { ...own, changed, level, first, map: place };
    localStorage.setItem(this.stored, JSON.stringify(kept));
  }

  choose(edition: string): void {
    this.edition = edition;
    this.changed = {};
    this.keep();
  }

  /** What holds unless it is changed: the edition's rule. On the game's own map or deck the start is fair, too. */
  private unchanged(name: string): string | number {
    return name === FAIR_START && !this.place && !this.chart ? "fair" : this.game.editions[this.edition]![name]!;
  }

  rule(name: string): string | number {
    return this.changed[name] ?? this.unchanged(name);
  }

  /** How many house rules are changed. Points at the start are none. */
  get houseRules(): number {
    return Object.keys(this.changed).filter((name) => name !== FAIR_START).length;
  }

  /** Whether a fair start can be chosen. */
  get hasFairStart(): boolean {
    return FAIR_START in this.game.switches;
  }

  /** Whether the game's own map or deck is played as printed, but for points that even out the turn order. */
  get fair(): boolean {
    const own = !this.place && !this.chart && !this.given;
    return own && this.hasFairStart && !this.houseRules && this.rule(FAIR_START) === "fair";
  }

  /** Whether all seats then win about equally often: what strong players measured (`docs/balance.md`). */
  get balanced(): boolean {
    return this.balancedFor(this.players);
  }

  balancedFor(players: number): boolean {
    return this.fair && (this.game.balanced?.[this.edition]?.includes(players) ?? false);
  }

  set(name: string, value: string | number): void {
    if (this.unchanged(name) === value) delete this.changed[name];
    else this.changed[name] = value;
    this.keep();
  }

  /** The map or deck to play with; null: the game's own. */
  private async file(): Promise<unknown> {
    if (this.chart) return this.chart.file;
    if (!this.place) return null;
    const { componentsOf } = await import("./setup/components");
    return (
      (await componentsOf(this.game)
        .find(({ key }) => key === this.place)
        ?.load()) ?? null
    );
  }

  private async table(seats: SeatWish[]): Promise<NewTable> {
    // seat 0 is the reader's
    const start = this.first ? { starter: 0 } : { draw_starter: true, draw_seats: true };
    const file = await this.file();
    const chart = file === null ? {} : { [this.game.chart_key]: file };
    const table = { game: this.game.name, edition: this.edition, seats, ...start, ...chart };
    const fair: Rules = this.hasFairStart ? { [FAIR_START]: this.rule(FAIR_START) } : {};
    if (this.given?.length !== seats.length) return { ...table, rules: { ...this.changed, ...fair } };
    return { ...table, rules: { ...this.changed, [FAIR_START]: "fair" }, head_start: this.given };
  }

  async againstBots(me: string): Promise<NewTable> {
    const { level } = this;
    const bots = botNames(this.players - 1).map((name): SeatWish => ({ kind: "bot", level, name }));
    return { ...(await this.table([{ kind: "me", name: ownName() || me }, ...bots])), options: { listed: false } };
  }

  async withFriends(seats: SeatWish[], options: TableOptions): Promise<NewTable> {
    return { ...(await this.table(seats)), options };
  }
}
