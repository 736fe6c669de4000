/** How much skill pays off, and what each kind of move is worth: extra games, played while the panel is open. */
import type { Channel, Restriction, Rung, TrialName, Verdict, Version } from "../../local/channel";
import { Share, type Job, type Players, type Wanting } from "./players";

/** As many games of the judge come first: kinds of moves are compared with the first of them, luck for luck. */
const FREE = 1000;
const GAMES = { rung: 300, bar: 240 } as const;

export class Trials implements Wanting {
  rungs = $state.raw<Rung[]>([]);
  bars = $state.raw<Restriction[]>([]);
  /** How many are still to come; null until that is known. */
  left = $state<number | null>(null);
  /** Whether the panel is open. */
  private open = false;
  private latest: { version: Version; verdict: Verdict } | null = null;
  private begun: Version | null = null;
  private shares: Share[] = [];

  constructor(
    private readonly players: Players,
    private readonly clerk: Channel,
  ) {}

  show(open: boolean): void {
    this.open = open;
    if (this.latest) this.look(this.latest.version, this.latest.verdict);
    if (open) this.players.wake();
  }

  /** The design has changed. */
  forget(): void {
    this.rungs = [];
    this.bars = [];
    this.left = null;
    this.latest = this.begun = null;
    this.shares = [];
  }

  look(version: Version, verdict: Verdict): void {
    this.latest = { version, verdict };
    if (this.open && this.begun !== version && verdict.games >= FREE) void this.begin(version);
  }

  next(size: number): Job | null {
    if (!this.open) return null;
    for (const share of this.shares) {
      const job = share.next(size);
      if (job) return job;
    }
    return null;
  }

  private async begin(version: Version): Promise<void> {
    this.begun = version;
    try {
      const all = await this.clerk.ask("trials", { version });
      if (this.begun !== version) return;
      this.left = all.length;
      this.shares = all.map(
        (trial) => new Share(version, GAMES[trial.kind], trial, (share) => void this.weigh(version, trial, share)),
      );
      this.players.wake();
    } catch {
      // the clerk is gone with the screen
    }
  }

  private async weigh(version: Version, trial: TrialName, share: Share): Promise<void> {
    try {
      const found = await this.clerk.ask("trial", { version, trial, parts: share.parts });
      if (this.begun !== version) return;
      if (found && "player" in found) this.rungs = [...this.rungs, found];
      else if (found) this.bars = [...this.bars, found];
      this.left! -= 1;
    } catch {
      // the clerk is gone with the screen
    }
  }
}
