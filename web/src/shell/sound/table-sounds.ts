/**
 * What sounds at a table, from what the table tells: every game's own turn, and the events that a game's descriptor
 * names. Nothing sounds for what happened before the connection was there.
 */
import { getContext, setContext } from "svelte";
import type { GameEvent, Sight, Update } from "../../table/table";
import type { Sound } from "./synthesis";
import { play, readyToPlay } from "./sound";

/** The sounds of a game's events, by their keys; the most important first. */
export type Sounds = Readonly<Record<string, Sound>>;

const asks = (sights: readonly Sight[]) => sights.some(({ asked }) => asked != null);

/** Whether somebody here has to decide from now on, and has not just undone a move. */
export function turnBegins({ happened, sights, over }: Update, before: readonly Sight[]): boolean {
  const undone = happened.some(({ kind }) => kind === "undo");
  return before.length > 0 && !over && !undone && asks(sights) && !asks(before);
}

export class TableSounds {
  /** The game's, once its table is loaded. */
  sounds: Sounds = {};
  /** Whether the screen has shown everything, if it shows events in its own time. */
  private ready: (() => boolean) | null = null;
  /** A turn has begun and was not called yet. */
  private pending = false;

  /** `company`: whether other people play. Somebody who starts a game against bots need not be called to it. */
  constructor(private readonly company: () => boolean = () => false) {
    readyToPlay();
  }

  readonly hear = (update: Update, before: readonly Sight[]): void => {
    if (!this.ready && !update.backlog) this.shown(update.happened.flatMap(({ events }) => events));
    if (!asks(update.sights)) this.pending = false;
    else if (turnBegins(update, before) && (before.some(({ view }) => view) || this.company())) this.pending = true;
    // a paced screen hears of the update after this
    queueMicrotask(() => this.call());
  };

  /** The screen shows events in its own time: it says which (`shown`), and when nothing waits any more (`call`). */
  pace(ready: () => boolean): void {
    this.ready = ready;
  }

  /** One sound for everything that happened at once: the most important. */
  shown(events: readonly GameEvent[]): void {
    const key = Object.keys(this.sounds).find((other) => events.some((event) => event.key === other));
    if (key) play(this.sounds[key]!);
  }

  /** Call a turn that has begun, once it can be played; somebody who does not see the table is called at once. */
  call(): void {
    if (!this.pending || (this.ready?.() === false && document.visibilityState === "visible")) return;
    this.pending = false;
    play("turn");
  }
}

const KEY = Symbol("sounds");

export const provideSounds = (company: () => boolean): TableSounds => setContext(KEY, new TableSounds(company));

/** The sounds of the table on this screen. */
export const tableSounds = (): TableSounds => getContext<TableSounds | undefined>(KEY) ?? new TableSounds();
