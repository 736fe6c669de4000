/** A pool of workers, one for each core, that play games for whoever wants some, in slices of a few hundredths of a second. */
import { Channel, newThread, type Part, type Questions, type Version } from "../../local/channel";
import type { GameName } from "../../table/table";

/** All cores; with more than two, one stays free for the page. */
const cores = navigator.hardwareConcurrency || 2;
const WORKERS = Math.min(8, cores > 2 ? cores - 1 : cores);
const SLICE = 60; // milliseconds of games between two looks at whether they are still wanted

export interface Job {
  games: Questions["games"]["ask"];
  done: (part: Part) => void;
}

/** Somebody who wants games: `next` says which, about so many; null if none at the moment. */
export interface Wanting {
  next: (size: number) => Job | null;
}

let versions = 0;
export const newVersion = (chart: unknown, players: number, seed: number): Version => ({
  id: ++versions,
  chart,
  players,
  seed,
});

export class Players {
  private readonly workers: { channel: Channel; busy: boolean; size: number }[] = [];
  /** Who comes first gets games first. */
  readonly wanting: Wanting[] = [];

  private resting = false;

  constructor(private readonly game: GameName) {
    document.addEventListener("visibilitychange", this.wake);
  }

  /** Somebody wants games. Nobody looks at a hidden page: then all rest until it is seen again. */
  readonly wake = (): void => {
    while (this.workers.length < WORKERS)
      this.workers.push({ channel: new Channel(this.game, newThread()), busy: false, size: 1 });
    for (const worker of this.workers) void this.work(worker);
  };

  /** All cores for the drawing, as long as a hand drags something; what is dragged does not change the game. */
  rest(resting: boolean): void {
    this.resting = resting;
    if (!resting && this.workers.length) this.wake();
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.wake);
    this.wanting.length = 0;
    for (const { channel } of this.workers) channel.close();
  }

  private wanted(size: number): Job | null {
    if (this.resting) return null;
    for (const one of this.wanting) {
      const job = one.next(size);
      if (job) return job;
    }
    return null;
  }

  private async work(worker: (typeof this.workers)[number]): Promise<void> {
    if (worker.busy) return;
    worker.busy = true;
    try {
      for (let job: Job | null; !document.hidden && (job = this.wanted(worker.size));) {
        const from = performance.now();
        const part = await worker.channel.ask("games", job.games);
        const pace = SLICE / Math.max(performance.now() - from, 1);
        worker.size = Math.min(64, Math.max(1, Math.round(job.games.count * Math.min(pace, 3))));
        job.done(part);
      }
    } catch {
      // the worker is gone with the screen
    } finally {
      worker.busy = false;
    }
  }
}

/** Games of one kind, handed out in slices until there are enough. */
export class Share implements Wanting {
  private given = 0;
  private got = 0;
  readonly parts: Part[] = [];

  constructor(
    private readonly version: Version,
    private readonly count: number,
    private readonly trial: Questions["games"]["ask"]["trial"],
    private readonly played: (share: Share) => void,
  ) {}

  next(size: number): Job | null {
    const first = this.given;
    const count = Math.min(size, this.count - first);
    if (count <= 0) return null;
    this.given += count;
    return {
      games: { version: this.version, first, count, sourced: false, trial: this.trial },
      done: (part) => {
        this.parts.push(part);
        this.got += count;
        if (this.got === this.count) this.played(this);
      },
    };
  }
}
