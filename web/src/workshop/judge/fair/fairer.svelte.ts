/**
 * "Make it fair": the searches of `workshop/search.py` (other values) and `judge/start.py` (points before the game),
 * translated, ask for games of candidates; the players play them. What they find is confirmed with new games.
 */
import type { Channel, Fairness } from "../../../local/channel";
import { newVersion, Share, type Job, type Players, type Wanting } from "../players";

const SEED = 1;
/** Games of the search, for a candidate, and candidates in a generation; choosing and confirming come on top. */
export const PLANS = {
  quick: { games: 1600, batch: 40, candidates: 8 },
  usual: { games: 5760, batch: 80, candidates: 8 },
  thorough: { games: 24_000, batch: 200, candidates: 10 },
} as const;
export type Effort = keyof typeof PLANS;
/** Of points: games that confirm them; a round has a quarter of that. */
const STARTS = { quick: 800, usual: 4000, thorough: 16_000 } as const;
const ROUNDS = 6;
/** What may be changed. */
export type What = "values" | "shape" | "points";
/** How many steps the way has at most. */
export const steps = (what: What, effort: Effort): number =>
  what === "points" ? ROUNDS : Math.floor(PLANS[effort].games / (PLANS[effort].batch * PLANS[effort].candidates));

export class Fairer implements Wanting {
  running = $state(false);
  /** What is known so far: generation by generation, and at the end what was found. */
  known = $state.raw<Fairness | null>(null);
  /** The share of all games that are played. */
  done = $state(0);
  private shares: Share[] = [];
  /** Counts the searches: answers to one that was given up are not heard. */
  private turn = 0;

  constructor(
    private readonly players: Players,
    private readonly clerk: Channel,
  ) {}

  next(size: number): Job | null {
    for (const share of this.shares) {
      const job = share.next(size);
      if (job) return job;
    }
    return null;
  }

  /** Searches; what was found, or null if the search was given up. */
  async search(chart: unknown, players: number, what: What, effort: Effort): Promise<Fairness["found"]> {
    const turn = ++this.turn;
    this.running = true;
    this.known = null;
    this.done = 0;
    try {
      let known = await this.begin(chart, players, what, effort);
      while (turn === this.turn && known.asks.length) {
        this.known = known;
        const parts = await this.play(known, players, turn);
        known = await this.clerk.ask("improved", { parts });
      }
      if (turn !== this.turn) return null;
      this.known = known;
      return known.found;
    } catch {
      return null; // the clerk is gone with the screen
    } finally {
      if (turn === this.turn) this.end();
    }
  }

  private begin(chart: unknown, players: number, what: What, effort: Effort): Promise<Fairness> {
    if (what === "points") return this.clerk.ask("start", { chart, players, games: STARTS[effort], rounds: ROUNDS });
    return this.clerk.ask("improve", { chart, players, shape: what === "shape", seed: SEED, ...PLANS[effort] });
  }

  /** No more generations: chooses among what was found. */
  async choose(): Promise<void> {
    await this.clerk.ask("choose", null);
  }

  /** What was found is no longer of interest. */
  forget(): void {
    if (!this.running) this.known = null;
  }

  /** Gives the search up. */
  cancel(): void {
    if (!this.running) return;
    this.turn++;
    this.known = null;
    this.end();
  }

  private end(): void {
    this.running = false;
    this.shares = [];
  }

  /** Plays what the search asks for: the games of each, in its order. */
  private play({ asks, total }: Fairness, players: number, turn: number): Promise<Share["parts"][]> {
    return new Promise((resolve) => {
      let left = asks.length;
      this.shares = asks.map(({ chart, given, luck, games }) => {
        const version = newVersion(chart, players, SEED + luck, given);
        return new Share(version, games, null, () => {
          if (turn === this.turn) this.done += games / total;
          if (--left === 0) resolve(shares.map(({ parts }) => parts));
        });
      });
      const { shares } = this;
      this.players.wake();
    });
  }
}
