/** What people do at any game's table: commands and why they were refused, hints, a bot for somebody who is away. */
import { untrack } from "svelte";
import type { Answer, Refusal, Table } from "../table/table";
import { need, t } from "../words/index.svelte";
import type { Speech } from "../words/speech";
import { Advice } from "./help/advice.svelte";
import { botHelp, type Help } from "./seats/away";

export class TableActions {
  refusal = $state.raw<Refusal | null>(null);
  /** Whether a command waits for its answer. */
  busy = $state(false);
  /** The time, by the second. */
  now = $state(Date.now());
  readonly advice: Advice;

  constructor(
    readonly table: Table,
    readonly speech: Speech,
  ) {
    this.advice = new Advice(table, speech);
  }

  /** Whether this table has undo, and hints, at all. */
  readonly undoOn = $derived.by(() => this.table.info?.options.undo !== false);
  readonly hintsOn = $derived.by(() => this.table.info?.options.hints !== false);

  /** While a component shows the table: the clock runs, and advice goes when its question does. */
  watch(): void {
    $effect(() => {
      const ticking = setInterval(() => (this.now = Date.now()), 1000);
      return () => clearInterval(ticking);
    });
    // what failed because there was no connection can be done again once it is back
    $effect(() => {
      if (this.table.link.state !== "live") return;
      untrack(() => {
        if (this.refusal?.code === "lost") this.refusal = null;
      });
    });
    $effect(() => {
      void this.advice.question;
      untrack(() => this.advice.put());
    });
  }

  readonly act = async (command: Promise<Answer>): Promise<void> => {
    this.refusal = null;
    this.busy = true;
    const answer = await command;
    this.busy = false;
    if (!answer.done) await this.refuse(answer.refusal);
  };

  /** Show why something was not done; what is no rule of the game is said in the server's words. */
  async refuse(refusal: Refusal): Promise<void> {
    if (!refusal.key) await need("server").catch(() => {}); // without a network the refusal needs no such words
    this.refusal = refusal;
  }

  /** Ask for good moves. */
  async askHint(seat: number): Promise<void> {
    if (!(await this.advice.ask(seat))) await this.refuse({ code: "hint", sentence: "", clause: null });
  }

  /** What bots can do here: give the reader's seat back, or play for an absent active player. */
  helpFor(awaited: readonly number[]): Help | null {
    const { info, yours, looking } = this.table;
    const replaced = info?.seats.find(
      ({ seat, bot_plays, resigned }) => yours.includes(seat) && bot_plays && !resigned,
    );
    if (replaced) return { text: t("away.back"), act: () => void this.act(this.table.takeBackSeat(replaced.seat)) };
    const absent = info?.seats.find(
      ({ seat, kind, away_since, bot_plays }) =>
        awaited.includes(seat) && kind === "person" && away_since !== null && !bot_plays && !yours.includes(seat),
    );
    if (!absent || !yours.length || looking) return null;
    return botHelp(this.speech, absent, this.now, () => void this.act(this.table.botFor(absent.seat)));
  }
}
