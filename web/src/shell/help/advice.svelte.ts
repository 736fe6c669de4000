/** Good moves, kept until the position changes; the same for both games. */
import { mainSight, type Advised, type PlannedStep, type Reason, type Table } from "../../table/table";
import { capital, has, need, percent, t } from "../../words/index.svelte";
import { moveOf, reasonOf, type Speech } from "../../words/speech";
import { announce } from "../live.svelte";
import { unratedText } from "../rated";

export class Advice {
  /** The panel is open; empty until the answer arrives. */
  open = $state(false);
  moves = $state.raw<Advised[]>([]);
  /** Which of them the table shows. */
  shown = $state<number | null>(null);
  /** Where people play each other, hints are counted: when the next one is due, in milliseconds since 1970. */
  due = $state<number | null>(null);
  /** The advised turn that is being looked at, step by step; else, in an analysed replay, the best one. */
  readonly steps = $derived.by<readonly PlannedStep[]>(() =>
    this.shown === null ? (this.table.best ?? []) : (this.moves[this.shown]?.steps ?? []),
  );
  /** What the hint means for ratings. */
  readonly consequence = $derived.by(() => (this.table.info?.unrated === "hints" ? unratedText(this.table.info) : ""));
  private asked = 0;

  constructor(
    private readonly table: Table,
    private readonly speech: Speech,
  ) {}

  /** Ask for the best few moves; false if there are none at the moment. */
  async ask(seat: number): Promise<boolean> {
    const number = ++this.asked;
    this.moves = [];
    this.shown = null;
    this.due = null;
    this.open = true;
    const [found] = await Promise.all([this.table.hint(seat), need("advice", `${this.speech.game}/reasons`)]);
    if (number !== this.asked) return true; // dismissed in the meantime
    if (found && "code" in found) {
      const seconds = Number(found.params?.seconds ?? 1);
      this.due = Date.now() + 1000 * seconds;
      announce(t("hint.due", { seconds }));
      return true;
    }
    this.moves = found?.moves ?? [];
    this.open = this.moves.length > 0;
    if (this.open) announce(this.moves.map((move) => sayAdvice(this.speech, move, seat)).join(" "));
    return this.open;
  }

  /** The reader's current question: while it stays the same, so does the advice. */
  get question(): string {
    const sight = mainSight(this.table);
    return sight ? `${sight.viewer}:${sight.asked ?? this.table.at}` : "";
  }

  put(): void {
    this.asked++;
    this.due = null;
    this.open = false;
    this.moves = [];
    this.shown = null;
  }
}

/** A move in words; as it is written in records, if the game has none for it. */
export function moveText(speech: Speech, move: string, how: { setting?: boolean } = {}): string {
  const said = moveOf(speech, move, how);
  return has(said.key) ? t(said.key, said.params) : capital(move);
}

/** The first three moves of a turn; the later ones are too uncertain to show. */
export function planned(speech: Speech, moves: readonly string[]): string {
  const first = moves.slice(0, 3).map((move) => moveText(speech, move));
  return [...first, ...(moves.length > 3 ? ["…"] : [])].join(" · ");
}

/** In an analysed replay: what would have been better than the move played; empty if nothing. */
export function betterHere(table: Table, speech: Speech): string {
  const moves = planned(
    speech,
    (table.best ?? []).map(({ move }) => move),
  );
  return moves && t("look-back.better", { moves });
}

/** The reasons for a seat's move, one per line, with their clauses; omits facts that only a newer server knows. */
export function reasonLines(
  speech: Speech,
  reasons: readonly Reason[],
  seat: number,
): { text: string; clause: string | null }[] {
  return reasons
    .map((reason) => ({ ...reasonOf(speech, reason, seat), clause: reason.clause ?? null }))
    .filter(({ key }) => has(key))
    .map(({ key, params, clause }) => ({ text: t(key, params), clause }));
}

function sayAdvice(speech: Speech, advised: Advised, seat: number): string {
  const chance = t("advice.chance", { percent: percent(advised.win) });
  const reasons = reasonLines(speech, advised.reasons, seat).map(({ text }) => text);
  return `${[moveText(speech, advised.move), chance, ...reasons].join(". ")}.`;
}
