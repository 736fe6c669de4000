// The legal moves of a sight, by what they do with which card. Move texts are those of game records.
import type { GameEvent, Option } from "../../../table/table";
import type { Vehicle } from "../cards/deck";

export type Verb = "auction" | "close" | "bluff" | "stay" | "wait" | "bid" | "carry" | "travel" | "ride";

export interface Choice {
  verb: Verb;
  move: string;
  card: number | null;
  vehicle: Vehicle | null;
  /** What would happen, and remarks on it, from the table's preview. */
  events: GameEvent[];
  remarks: GameEvent[];
}

/** Reads an option; null if it is not a seat's decision. */
export function choiceOf(option: Option): Choice | null {
  const [verb, card, vehicle] = option.move.split(" ");
  if (verb === "card" || verb === "shop" || verb === undefined) return null;
  return {
    verb: verb as Verb,
    move: option.move,
    card: card === undefined ? null : Number(card),
    vehicle: (vehicle as Vehicle | undefined) ?? null,
    events: option.events,
    remarks: option.remarks ?? [],
  };
}

export function choicesOf(legal: readonly Option[]): Choice[] {
  return legal.map(choiceOf).filter((choice) => choice !== null);
}

/** The possible moves with a card now: none, one, or (as a carrier) one of two. */
export function forCard(choices: readonly Choice[], card: number): Choice[] {
  return choices.filter((choice) => choice.card === card);
}

/** The choice that needs no card (call, close, bluff, stay, wait), if available. */
export function plain(choices: readonly Choice[], verb: Verb): Choice | undefined {
  return choices.find((choice) => choice.verb === verb);
}

/** Where on the road a ticket leads. */
export function aimOf(choice: Choice | undefined): number | null {
  const event = choice?.events.find(({ key }) => key === "travelled" || key === "rode");
  return event ? Number(event.params["at"]) : null;
}

/** How far a ticket would take the player with this carrier. */
export function worthOf(choice: Choice): number | null {
  const remark = choice.remarks.find(({ key }) => key === "ticket_moves");
  return remark ? Number(remark.params["steps"]) : null;
}
