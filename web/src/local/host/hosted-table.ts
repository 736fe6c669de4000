/**
 * A table that runs on this device. The translated `tables/` decides what happens there; this file adds its thread, the
 * timing of the bots' answers, and the messages to the page.
 */
import type { Hint, Refusal, Update } from "../../table/table";
import type { Report } from "../channel";
import type { KeptGame } from "../kept-game";
import { toJson } from "../python";
import { cardOf, happen, kept, openTable, ownSeats, type Entry, type Table } from "./kept-table";
import * as python from "../generated/python/common.js";

type Bot = ReturnType<typeof python.bot>;
type Question = ReturnType<typeof python.bots_asked>[number];

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export class HostedTable {
  private readonly table: Table;
  private readonly yours: number[];
  private readonly bots = new Map<number, Bot>();
  private running = false;
  private closed = false;

  constructor(
    game: KeptGame,
    private readonly tell: (report: Report) => void,
    /** `pace`: the minimum milliseconds per bot move; `random`: an integer, in case a bot fails. */
    private readonly options: { pace: number; random: () => number },
  ) {
    const { table, unkept } = openTable(game);
    this.table = table;
    this.yours = ownSeats(table);
    this.tell({ type: "info", info: cardOf(table, true), yours: this.yours });
    this.update(0, unkept);
    void this.letBotsPlay();
  }

  play(seat: number, move: string, at: number): void {
    this.command(new python.Play(python.acting_seat(this.yours, seat), move, at));
  }

  undo(seat: number, at: number): void {
    this.command(new python.Undo(python.acting_seat(this.yours, seat), at));
  }

  resign(seat: number): void {
    this.command(new python.Resign(python.acting_seat(this.yours, seat)));
    this.tell({ type: "info", info: cardOf(this.table, true), yours: this.yours });
  }

  why(move: string, seat: number): Refusal | null {
    const reason = toJson(python.why(this.table, seat, move));
    return reason.sentence === null ? null : { code: "illegal", ...reason };
  }

  hint(seat: number): Hint {
    python.check_hint(this.table, python.acting_seat(this.yours, seat));
    const position = python.known_position(python.check_playing(this.table), seat);
    return { moves: python.hint(position).map((move) => toJson(move.to_json())) };
  }

  close(): void {
    this.closed = true;
  }

  private command(command: Parameters<typeof happen>[1]): void {
    const before = this.table.head;
    const entries = happen(this.table, command);
    if (entries.length) this.update(before, entries);
    void this.letBotsPlay();
  }

  private update(since: number, entries: Entry[]): void {
    const message = toJson(new python.ViewerUpdates(this.table).update(this.yours, since, true));
    const { at, happened, sights = [message.sight], over, lesson = null } = message;
    const update: Update = { at, happened, sights, over, lesson };
    this.tell({ type: "update", update, entries: entries.map(kept) });
  }

  // --- bots ---

  /** Bots move until a person has to decide. There is one thread: while a bot thinks, the page's questions wait. */
  private async letBotsPlay(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      for (;;) {
        const question = python.bots_asked(this.table)[0];
        if (!question || this.closed) return;
        await this.answer(question);
      }
    } finally {
      this.running = false;
      this.tell({ type: "thinking", seat: null });
    }
  }

  private async answer({ seat, asked, level, seed }: Question): Promise<void> {
    this.tell({ type: "thinking", seat });
    await sleep(0); // let questions from the page go first
    if (this.closed || this.table.asked_at(seat) !== asked) return;
    const secret = this.table.setting.game.has_secrets;
    const row = python.moves_in_a_row(this.table, seat);
    const limit = python.seconds_to_think(this.table, level);
    const seconds = python.release_time(limit, this.options.pace / 1000, secret, Math.random(), row);
    const release = performance.now() + 1000 * seconds;
    const move = this.thought(seat, level, seed);
    await sleep(Math.max(0, release - performance.now()));
    if (!this.closed) this.command(new python.BotPlay(seat, move, asked));
  }

  /** A bot's choice. If it fails, any legal move is played, so that the others do not wait forever. */
  private thought(seat: number, level: string, seed: number): string {
    const { setting } = this.table;
    const match = python.check_playing(this.table);
    try {
      let bot = this.bots.get(seat);
      if (!bot) this.bots.set(seat, (bot = python.bot(level, seed)));
      const move = setting.text(bot.choose(python.known_position(match, seat)));
      if (match.why_not(move, seat) === null) return move;
    } catch (error) {
      console.error(`a ${level} bot failed`, error);
    }
    const { actions } = match.choices(seat);
    return setting.text(actions[this.options.random() % actions.length]!);
  }
}
