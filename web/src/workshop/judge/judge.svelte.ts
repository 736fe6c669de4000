/**
 * The instant judge: players play games with the map or deck at hand, and a clerk counts them. Another version takes over
 * as soon as the games in hand are finished, a few hundredths of a second.
 */
import { onDestroy, untrack } from "svelte";
import type { Channel, Checked, Part, Verdict, Version } from "../../local/channel";
import type { Draft } from "../draft.svelte";
import type { GameName } from "../../table/table";
import { Fairer } from "./fair/fairer.svelte";
import type { FairStart } from "./fair/start";
import { newVersion, Players, type Job, type Wanting } from "./players";
import { Trials } from "./trials.svelte";

/**
 * Milliseconds until the first verdict on the screen, or between two, or a quarter of the time so far: to count the games
 * and draw the figures takes time from the players (a deck without a GPU 130 ms), and figures change ever less.
 */
const SHOW = 600;
const SOONEST = 20; // between two looks at what the games tell
const EARLY = 0.8; // games come slower at first, so that less time is left than it seems
/**
 * The games whose points are traced to their sources, which takes as long as five others: not before every seat's wins are
 * known to ± 3 %, which takes 1,067 games at most.
 */
const SOURCED = [1100, 1150] as const;
const SEED = 1;
/** Enough: every seat's wins are known this well. */
const PRECISE = 0.01;
const ROUGH = 0.03;
const MOST = 20_000;

export class Judge implements Wanting {
  verdict = $state.raw<Verdict | null>(null);
  players = $state(2);
  /** Whether the verdict is about what is on the table now. */
  current = $state(false);
  playing = $state(false);
  /** Milliseconds from the change until every seat's wins were known to ± 3 % and to ± 1 %, for measurements. */
  readonly times: { rough?: number; precise?: number } = $state({});
  /** More that the same players play for: what skill and each kind of move are worth, and a fairer version. */
  readonly game: GameName;
  readonly trials: Trials;
  readonly fairer: Fairer;
  /** Points before the game that make this version fair, if they were found, and whether to play with them. */
  fairStart = $state.raw<FairStart | null>(null);
  startUsed = $state(true);
  readonly start = $derived(this.startUsed ? this.fairStart : null);
  private version: Version | null = null;
  private key = "";
  private given = 0;
  private began = 0;
  private parts: Part[] = [];
  private counting = false;
  private awake = (): void => {};
  private shown = 0;

  /** `clerk`: a worker with time to count. */
  constructor(
    private readonly all: Players,
    private readonly clerk: Channel,
    players: number,
  ) {
    this.game = all.game;
    this.players = players;
    this.trials = new Trials(all, clerk);
    this.fairer = new Fairer(all, clerk);
    all.wanting.push(this.fairer, this.trials, this);
  }

  rest(resting: boolean): void {
    this.all.rest(resting);
  }

  /** Judges what is on the table, if it can be played. */
  look(checked: Checked): void {
    if ("fault" in checked) {
      this.key = "";
      this.version = null;
      this.trials.forget();
      this.fairStart = null;
      this.current = this.playing = false;
      return;
    }
    const key = `${this.players} ${checked.plays}`;
    if (key === this.key) return;
    this.key = key;
    this.version = newVersion(checked.file, this.players, SEED);
    this.trials.forget();
    this.fairer.cancel();
    this.fairStart = null;
    this.given = 0;
    this.parts = [];
    this.began = performance.now();
    this.shown = this.began;
    this.current = false;
    this.playing = true;
    delete this.times.rough;
    delete this.times.precise;
    this.awake();
    this.all.since(this.version);
  }

  close(): void {
    this.version = null;
    this.playing = false;
    this.all.close();
  }

  next(size: number): Job | null {
    const { version, given: first } = this;
    if (!version || !this.playing) return null;
    const sourced = first >= SOURCED[0] && first < SOURCED[1];
    const count = sourced ? Math.min(size, 5) : size;
    this.given += count;
    return {
      games: { version, first, count, sourced, trial: null },
      done: (part) => {
        if (version !== this.version) return;
        this.parts.push(part);
        void this.tell();
      },
    };
  }

  private async tell(): Promise<void> {
    if (this.counting) return;
    this.counting = true;
    try {
      while (this.version && this.parts.length) {
        const { version, parts } = this;
        this.parts = [];
        const verdict = await this.clerk.ask("tally", { version, parts });
        if (version === this.version) this.hear(verdict);
        await this.sleep(this.untilLook(precision(verdict)));
      }
    } catch {
      // the clerk is gone with the screen
    } finally {
      this.counting = false;
    }
  }

  /** Sleep for `milliseconds`, or until the design changes. */
  private sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.awake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Milliseconds until the next look: when it will be shown, or sooner, if the wins should be known well enough by then. */
  private untilLook(half: number): number {
    const now = performance.now();
    const aim = this.times.rough === undefined ? ROUGH : PRECISE;
    const left = EARLY * timeLeft(half, aim, now - this.began);
    return Math.max(SOONEST, this.soon(half, now) ? left : Math.min(left, this.due() - now));
  }

  /** Whether ± 3 % are so near that the next verdict will be drawn then. */
  private soon(half: number, now: number): boolean {
    return this.times.rough === undefined && timeLeft(half, ROUGH, now - this.began) < SHOW;
  }

  /** When the next verdict is to be shown. */
  private due(): number {
    return this.shown + Math.max(SHOW, (this.shown - this.began) / 4);
  }

  private hear(verdict: Verdict): void {
    const half = precision(verdict);
    const now = performance.now();
    const rough = half <= ROUGH && this.times.rough === undefined;
    if (rough) this.times.rough = now - this.began;
    if (half <= PRECISE) this.times.precise ??= now - this.began;
    if (half <= PRECISE || verdict.games >= MOST) this.playing = false;
    if (rough || !this.playing || (!this.soon(half, now) && now >= this.due())) {
      this.verdict = verdict;
      this.current = true;
      this.shown = now;
    }
    if (this.version) this.trials.look(this.version, verdict);
  }
}

/** Judge the design while the screen is shown; the judge ends with the screen. */
export function judgeOf<T>(piece: Draft<T>, players: number): Judge {
  const judge = new Judge(new Players(piece.game), piece.engine, players);
  $effect(() => {
    const { verdict } = piece;
    void judge.players;
    untrack(() => verdict && piece.trial === null && judge.look(verdict));
  });
  onDestroy(() => {
    judge.close();
    piece.close();
  });
  return judge;
}

/** How long until an interval has shrunk this far, after so long: it shrinks with the square root of the games. */
export const timeLeft = (half: number, aim: number, soFar: number): number => soFar * ((half / aim) ** 2 - 1);

/** How well the wins of every seat are known. */
export const precision = ({ wins }: Verdict): number => Math.max(...wins.map(([, low, high]) => (high - low) / 2));
