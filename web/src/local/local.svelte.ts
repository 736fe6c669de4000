/** A table on this device: it runs with its bots in a worker, and is stored in the browser. */
import type { Answer, ChatLine, Hint, Link, Refusal, Table, TableInfo } from "../table/table";
import { UpdateFeed } from "../table/update-feed.svelte";
import { analysing } from "./analysis";
import { Channel, newThread, RefusedHere, type Thread, type Report } from "./channel";
import { keep } from "./games";
import { logged, type KeptEntry, type KeptGame } from "./kept-game";

const OFF: Answer = { done: false, refusal: { code: "off", sentence: "", clause: null } };
const AGAIN = 1000;
/** The minimum milliseconds per bot move, so that people can follow. */
const PACE = 250;

export function pace(): number {
  const wished = localStorage.getItem("piazzetta.pace");
  return wished === null ? PACE : Math.max(0, Number(wished) || 0);
}

export class LocalTable extends UpdateFeed implements Table {
  info = $state<TableInfo | null>(null);
  yours = $state<number[]>([]);
  link = $state<Link>({ state: "connecting" });
  chat = $state.raw<ChatLine[]>([]);
  /** False: this browser cannot store games at the moment, so this one lives as long as the page. */
  kept = $state(true);
  /** The stored game. */
  game: KeptGame;

  private channel: Channel;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** The first update of the worker is still to come. */
  private opening = true;
  private keeping: Promise<unknown> = Promise.resolve();

  constructor(
    game: KeptGame,
    private readonly release: () => void = () => {},
    private readonly thread: () => Thread = newThread,
  ) {
    super();
    this.game = game;
    this.channel = this.reach();
  }

  private reach(): Channel {
    this.link = { state: "connecting" };
    this.opening = true;
    const channel = new Channel(
      this.game.game,
      this.thread(),
      (report) => this.hear(report),
      () => this.broken(),
    );
    channel.ask("open", { kept: $state.snapshot(this.game) as KeptGame, pace: pace() }).catch(() => {
      if (!this.closed) this.broken();
    });
    return channel;
  }

  /** Replaces a worker that fails, and resumes the game from storage. */
  private broken(): void {
    if (this.closed || this.link.state === "lost") return;
    this.channel?.close();
    this.link = { state: "lost", retryAt: Date.now() + AGAIN };
    this.timer = setTimeout(() => this.retry(), AGAIN);
  }

  retry(): void {
    clearTimeout(this.timer);
    this.channel.close();
    if (!this.closed) this.channel = this.reach();
  }

  private hear(report: Report): void {
    switch (report.type) {
      case "info":
        this.info = report.info;
        this.yours = report.yours;
        this.link = { state: "live" };
        break;
      case "thinking":
        for (const seat of this.info?.seats ?? []) seat.thinking = seat.seat === report.seat;
        break;
      case "update":
        this.keep(report.entries, report.update.over ? "over" : "playing");
        this.show({ ...report.update, backlog: this.opening });
        this.opening = false;
    }
  }

  private keep(entries: KeptEntry[], status: KeptGame["status"]): void {
    this.game = { ...logged(this.game, entries), status, changed: Date.now() };
    if (this.info) this.info.status = status;
    this.keeping = keep(this.game).then((written) => (this.kept = written));
  }

  /** A command is done once it is stored. */
  private async command(done: Promise<unknown>): Promise<Answer> {
    try {
      await done;
      await this.keeping;
      return { done: true };
    } catch (error) {
      return { done: false, refusal: refusalOf(error) };
    }
  }

  play = (seat: number, move: string) => this.command(this.channel.ask("play", { seat, move, at: this.at }));
  undo = (seat: number) => this.command(this.channel.ask("undo", { seat, at: this.at }));
  why = (move: string, seat: number) => this.channel.ask("why", { move, seat }).catch(() => null);
  hint = (seat: number): Promise<Hint | null> => this.channel.ask("hint", { seat }).catch(() => null);
  analysis = analysing(() => this.channel.ask("record", { kept: this.game }));
  say = async () => OFF;
  botFor = async () => OFF;
  takeBackSeat = async () => OFF;
  resign = (seat: number) => this.command(this.channel.ask("resign", { seat }));
  // all people are at this device: they need not ask each other
  offerEnd = async () => OFF;
  declineEnd = async () => OFF;
  claim = async () => OFF;

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.channel.close();
    this.link = { state: "closed" };
    void this.keeping.then(this.release);
  }
}

function refusalOf(error: unknown): Refusal {
  return error instanceof RefusedHere ? error.refusal : { code: "lost", sentence: "", clause: null };
}
