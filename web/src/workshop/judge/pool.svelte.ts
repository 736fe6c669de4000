/**
 * The instant judge: a pool of workers plays games with the map or deck at hand, and a clerk counts them. Another
 * version takes over as soon as the games in hand are finished, a few hundredths of a second.
 */
import { onDestroy, untrack } from "svelte";
import { Channel, newThread, type Checked, type Part, type Verdict, type Version } from "../../local/channel";
import type { GameName } from "../../table/table";
import type { Workpiece } from "../workpiece.svelte";

/** All cores; with more than two, one stays free for the page. */
const cores = navigator.hardwareConcurrency || 2;
const WORKERS = Math.min(8, cores > 2 ? cores - 1 : cores);
const SLICE = 60; // milliseconds of games between two looks at whether they are still wanted
const LOOK = 200; // milliseconds between two verdicts
/** The games whose points are traced to their sources: not the first, which are to come at once. */
const SOURCED = [100, 150] as const;
const SEED = 1;
/** Enough: every seat's wins are known this well. */
const PRECISE = 0.01;
const MOST = 20_000;

export class Judge {
  verdict = $state.raw<Verdict | null>(null);
  players = $state(2);
  /** Whether the verdict is about what is on the table now. */
  current = $state(false);
  playing = $state(false);
  /** Milliseconds from the change until every seat's wins were known to ± 3 % and to ± 1 %, for measurements. */
  readonly times: { rough?: number; precise?: number } = $state({});
  private version: Version | null = null;
  private key = "";
  private count = 0;
  private next = 0;
  private began = 0;
  private parts: Part[] = [];
  private counting = false;
  private workers: { channel: Channel; busy: boolean; size: number }[] = [];

  /** `clerk`: a worker with time to count. */
  constructor(
    private readonly game: GameName,
    private readonly clerk: Channel,
    players: number,
  ) {
    this.players = players;
    document.addEventListener("visibilitychange", this.resume);
  }

  /** Judges what is on the table, if it can be played. */
  look(checked: Checked): void {
    if ("fault" in checked) {
      this.key = "";
      this.version = null;
      this.current = this.playing = false;
      return;
    }
    const key = `${this.players} ${checked.plays}`;
    if (key === this.key) return;
    this.key = key;
    this.version = { id: ++this.count, chart: checked.file, players: this.players, seed: SEED };
    this.next = 0;
    this.parts = [];
    this.began = performance.now();
    this.current = false;
    this.playing = true;
    delete this.times.rough;
    delete this.times.precise;
    while (this.workers.length < WORKERS)
      this.workers.push({ channel: new Channel(this.game, newThread()), busy: false, size: 1 });
    this.resume();
  }

  /** Nobody looks at a hidden page: the judge rests until it is seen again. */
  private readonly resume = (): void => {
    for (const worker of this.workers) void this.work(worker);
  };

  close(): void {
    document.removeEventListener("visibilitychange", this.resume);
    this.version = null;
    this.playing = false;
    for (const { channel } of this.workers) channel.close();
  }

  private async work(worker: (typeof this.workers)[number]): Promise<void> {
    if (worker.busy) return;
    worker.busy = true;
    try {
      while (this.version && this.playing && !document.hidden) {
        const { version, next: first } = this;
        const sourced = first >= SOURCED[0] && first < SOURCED[1];
        const count = sourced ? Math.min(worker.size, 5) : worker.size;
        this.next += count;
        const from = performance.now();
        const part = await worker.channel.ask("games", { version, first, count, sourced });
        const pace = SLICE / Math.max(performance.now() - from, 1);
        worker.size = Math.min(64, Math.max(1, Math.round(count * Math.min(pace, 3))));
        if (version !== this.version) continue;
        this.parts.push(part);
        void this.tell();
      }
    } catch {
      // the worker is gone with the screen
    } finally {
      worker.busy = false;
    }
  }

  private async tell(): Promise<void> {
    if (this.counting) return;
    this.counting = true;
    try {
      while (this.version && this.parts.length) {
        const { version, parts } = this;
        this.parts = [];
        const verdict = await this.clerk.ask("tally", { version, parts });
        if (version === this.version) this.show(verdict);
        await new Promise((resolve) => setTimeout(resolve, LOOK));
      }
    } catch {
      // the clerk is gone with the screen
    } finally {
      this.counting = false;
    }
  }

  private show(verdict: Verdict): void {
    this.verdict = verdict;
    this.current = true;
    const half = precision(verdict);
    const time = performance.now() - this.began;
    if (half <= 0.03) this.times.rough ??= time;
    if (half <= PRECISE) this.times.precise ??= time;
    if (half <= PRECISE || verdict.games >= MOST) this.playing = false;
  }
}

/** A judge of whatever lies on the table, for as long as the screen is there; piece and judge leave with it. */
export function judgeOf<T>(piece: Workpiece<T>, players: number): Judge {
  const judge = new Judge(piece.game, piece.engine, players);
  $effect(() => {
    const { verdict } = piece;
    void judge.players;
    untrack(() => verdict && judge.look(verdict));
  });
  onDestroy(() => {
    judge.close();
    piece.close();
  });
  return judge;
}

/** How well the wins of every seat are known. */
export const precision = ({ wins }: Verdict): number => Math.max(...wins.map(([, low, high]) => (high - low) / 2));
