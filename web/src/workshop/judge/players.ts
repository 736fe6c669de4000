/** A pool of workers, one for each core, that play requested games in slices of a few hundredths of a second. */
import { Channel, newThread, type Part, type Questions, type Version } from "../../local/channel";
import type { GameName } from "../../table/table";

/** All cores; with more than two, one stays free for the page. */
const cores = navigator.hardwareConcurrency || 2;
const WORKERS = Math.min(8, cores > 2 ? cores - 1 : cores);
const SLICE = 40; // milliseconds of games between two looks at whether they are still wanted
/** Slices a worker has in hand: it plays the second while the page still counts the first. */
const IN_HAND = 2;

export interface Job {
  games: Questions["games"]["ask"];
  done: (part: Part) => void;
}

/** Something that wants games played: `next` returns about this many of them; null: none at the moment. */
export interface Wanting {
  next: (size: number) => Job | null;
}

let versions = 0;
export const newVersion = (chart: unknown, players: number, seed: number, given: number[] | null = null): Version => ({
  id: ++versions,
  chart,
  players,
  seed,
  given,
});

export class Players {
  private readonly workers: Player[];
  /** Who comes first gets games first. */
  readonly wanting: Wanting[] = [];

  private resting = false;

  /** The workers load the game at once, because games are wanted as soon as the design is checked. */
  constructor(readonly game: GameName) {
    document.addEventListener("visibilitychange", this.wake);
    this.workers = Array.from({ length: WORKERS }, () => new Player(new Channel(game, newThread())));
  }

  /** Somebody wants games. Nobody looks at a hidden page: then all rest until it is seen again. */
  readonly wake = (): void => {
    for (const worker of this.workers) this.work(worker);
  };

  /** All cores for the drawing, as long as a hand drags something; what is dragged does not change the game. */
  rest(resting: boolean): void {
    this.resting = resting;
    if (!resting) this.wake();
  }

  /** Drop games of earlier versions that have not begun, because nothing needs their results any more. */
  since({ id }: Version): void {
    for (const { channel } of this.workers) void channel.ask("since", { id }).catch(() => {}); // the screen may be gone
    this.wake();
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

  private work(worker: Player): void {
    for (let free = IN_HAND - worker.inHand; free > 0; free--) void this.play(worker);
  }

  private async play(worker: Player): Promise<void> {
    worker.inHand++;
    try {
      for (let job: Job | null; !document.hidden && (job = this.wanted(worker.size));) {
        const part = await worker.play(job.games);
        if (part) job.done(part);
      }
    } catch {
      // the worker is gone with the screen
    } finally {
      worker.inHand--;
    }
  }
}

class Player {
  inHand = 0;
  /** Games in a slice: few at first, so that figures come at once. */
  size = 1;
  private latest = 0;

  constructor(readonly channel: Channel) {
    void channel.ask("ready", null).catch(() => {}); // the screen may be gone before
  }

  async play(games: Job["games"]): Promise<Part | null> {
    const asked = performance.now();
    const part = await this.channel.ask("games", games);
    if (!part) return null;
    // it began with the slice before, if that was still being played
    const pace = SLICE / Math.max(performance.now() - Math.max(asked, this.latest), 1);
    this.latest = performance.now();
    this.size = Math.min(64, Math.max(1, Math.round(games.count * Math.min(pace, 4))));
    return part;
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
