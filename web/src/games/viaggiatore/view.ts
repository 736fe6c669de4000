// What a viewer may know of a position, as the table sends it.
import type { Vehicle } from "./cards/deck";

export type Phase =
  | "dealing"
  | "calling"
  | "bidding"
  | "carrying"
  | "travelling"
  | "riding"
  | "shopping"
  | "drawing"
  | "loading"
  | "finished";

export interface SeatView {
  held: number;
  /** The cards, if the viewer may see them. */
  hand: number[] | null;
  /** Cards in this hand that everybody has seen. */
  known: number[];
  has_bid: boolean;
  bid: number | "bluff" | null;
  baggage: number;
  face_down: boolean;
  objects: number[];
  carriers: Record<Vehicle, number>;
  latest: Vehicle | null;
  steps: number;
  points: number;
}

/** A baggage card with its carrier. */
export interface Lot {
  seat: number;
  card: number;
  carrier: number | null;
  vehicle: Vehicle | null;
  face_down: boolean;
}

export interface View {
  viewer: number;
  players: number;
  starter: number;
  rules: Record<string, string | number>;
  phase: Phase;
  turn: number;
  mover: number | null;
  active: number;
  asked: number;
  ticket: Vehicle | null;
  pending: number | null;
  deck: number;
  deck_order: number[] | null;
  pile: number[];
  scores: number[];
  /** What a fair start gave each seat, as part of its points. */
  head_start: number[];
  winners: number[];
  seats: SeatView[];
  lots: Lot[];
}

/** The four phases of a turn, as people count them. */
export const STAGES = ["auctions", "travel", "sell", "draw"] as const;
export type Stage = (typeof STAGES)[number];

const STAGE_OF: Record<Phase, Stage | null> = {
  dealing: null,
  calling: "auctions",
  bidding: "auctions",
  carrying: "auctions",
  travelling: "travel",
  riding: "travel",
  shopping: "sell",
  drawing: "draw",
  loading: "draw",
  finished: null,
};

export function stageOf(phase: Phase): Stage | null {
  return STAGE_OF[phase];
}
