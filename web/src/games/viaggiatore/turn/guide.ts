// The guided bar's text: one line for what is expected, one for why or what it would do.
import type { GameEvent } from "../../../table/table";
import type { Choice } from "./moves";
import type { Sale } from "../scenes/story";
import type { View } from "../view";

export interface Line {
  key: `${string}.${string}`;
  params?: Record<string, unknown>;
}

export interface Guide {
  title: Line;
  text: Line[];
  /** Replaces `text` where the choice itself already says what it does. */
  more: Line[];
  /** "act": the reader has to decide; "wait": others do; "tell": something has just happened. */
  tone: "act" | "wait" | "tell";
}

export interface Situation {
  view: View;
  /** The reader's legal choices; empty while others decide. */
  choices: readonly Choice[];
  /** The possible moves with the card that is hovered, focused or chosen. */
  looked: readonly Choice[];
  /** The auctions of this turn so far. */
  auctions: number;
  /** The reader's own seat, −1 for a spectator. */
  seat: number;
  /** The seats that may decide now. */
  awaited: readonly number[];
  /** A sale of the reader that is being shown. */
  sale: Sale | null;
  /** Parameters of a message about a seat; names of several; a remark of the table as a message. */
  about(seat: number): Record<string, unknown>;
  names(seats: readonly number[]): string;
  note(remark: GameEvent): Line;
}

type Words = Pick<Guide, "title" | "more">;

function bar(key: string, params: Record<string, unknown> = {}): Words {
  return { title: { key: `viaggiatore.bar.${key}`, params }, more: [{ key: `viaggiatore.bar.${key}.more`, params }] };
}

function telling(tone: "wait" | "tell", title: Line, text: Line[] = []): Guide {
  return { title, text, more: text, tone };
}

/** The text for a decision of the reader. */
function asked({ view, choices, auctions, seat, about }: Situation): Words {
  const able = choices.some((choice) => choice.card !== null);
  switch (view.phase) {
    case "bidding":
      return bar(able ? (seat === view.active ? "bidding_active" : "bidding") : "bidding_no_card");
    case "travelling":
      return bar(able ? "travelling" : "travelling_cannot");
    case "riding":
      return bar(able ? "riding" : "riding_cannot", { ...about(view.active), ticket: view.ticket ?? "" });
    case "carrying":
    case "loading":
      return bar(view.phase);
    default:
      return bar(auctions ? "calling_again" : "calling");
  }
}

function waiting({ view, seat, awaited, about, names }: Situation): Guide {
  const others = awaited.filter((other) => other !== seat);
  if (view.phase === "finished") {
    const won = {
      key: "viaggiatore-table.won" as const,
      params: { names: names(view.winners), n: view.winners.length },
    };
    return telling("tell", { key: "viaggiatore.bar.finished" }, [won]);
  }
  const n = others.length;
  const text: Line[] = n ? [{ key: "viaggiatore-table.waiting", params: { n, names: names(others) } }] : [];
  if (view.phase === "bidding" && seat >= 0 && !awaited.includes(seat)) {
    return telling("wait", { key: "viaggiatore.bar.sealed" }, text);
  }
  if (view.phase === "dealing") return telling("wait", bar("dealing").title, bar("dealing").more);
  // a replay awaits nobody
  if (view.phase === "bidding" && !n) return telling("wait", { key: "viaggiatore.phase.bidding" });
  const whose = others[0] ?? view.asked;
  // a look back may show turns of your own, too
  if (whose === seat) return telling("wait", { key: "viaggiatore-table.turn_of", params: about(seat) });
  return telling("wait", { key: `viaggiatore.wait.${view.phase}`, params: { ...about(whose), n } });
}

/** What to say now. */
export function guide(situation: Situation): Guide {
  const { view, choices, looked, sale, note } = situation;
  if (!choices.length) {
    if (!sale || view.phase === "finished") return waiting(situation);
    const text: Line = { key: sale.total ? "viaggiatore-table.sold.text" : "viaggiatore-table.sold.nothing" };
    return telling("tell", { key: "viaggiatore-table.sold", params: { n: sale.total } }, [text]);
  }
  // Two sides of a card may do the same: say it once.
  const once = new Map(
    looked.flatMap((choice) => choice.remarks).map((remark) => [JSON.stringify(remark), note(remark)]),
  );
  const remarks = [...once.values()];
  const said = asked(situation);
  return { ...said, text: remarks.length ? remarks : said.more, tone: "act" };
}
