// A small table for tests: a deck, a view, events, as the engine gives them.
import type { Happening, Option } from "../../src/table/table";
import type { Card } from "../../src/games/viaggiatore/cards/deck";
import type { Phase, SeatView, View } from "../../src/games/viaggiatore/view";

export const CARDS: Card[] = [
  { bid: 1, objects: [2, 1, 1, 0], vehicles: ["train", "plane"], ticket: "train", shop: [1, 1, 3, 4] },
  { bid: 2, objects: [0, 1, 1, 1], vehicles: ["ship", "train"], ticket: "bus", shop: [null, 4, 2, 1] },
  { bid: 3, objects: [0, 0, 0, 2], vehicles: ["train", "ship"], ticket: "ship", shop: [3, 1, null, 4] },
  { bid: 4, objects: [0, 1, 0, 0], vehicles: ["bus", "plane"], ticket: "plane", shop: [3, 4, null, 1] },
];

export function seatView(more: Partial<SeatView> = {}): SeatView {
  return {
    held: 0,
    hand: null,
    known: [],
    has_bid: false,
    bid: null,
    baggage: 0,
    face_down: false,
    objects: [0, 0, 0, 0],
    carriers: { train: 0, plane: 0, ship: 0, bus: 0 },
    latest: null,
    steps: 0,
    points: 0,
    ...more,
  };
}

export function viewOf(phase: Phase, more: Partial<View> = {}): View {
  return {
    viewer: 0,
    players: 3,
    starter: 0,
    rules: { target: 5, bonus: "each", ending: "at once" },
    phase,
    turn: 1,
    mover: 0,
    active: 0,
    asked: 0,
    ticket: null,
    pending: null,
    deck: 70,
    deck_order: null,
    pile: [],
    scores: [0, 0, 0],
    head_start: [0, 0],
    winners: [],
    seats: [seatView({ hand: [0, 1, 2, 3], held: 4 }), seatView({ held: 5 }), seatView({ held: 5 })],
    lots: [],
    ...more,
  };
}

export function option(move: string, more: Partial<Option> & { remarks?: Option["events"] } = {}): Option {
  return { move, points: [0, 0, 0], events: [], ...more };
}

let clock = 0;
export function happening(seat: number, ...events: [string, Record<string, unknown>][]): Happening {
  return { at: ++clock, seat, events: events.map(([key, params]) => ({ key, params })) };
}

/** Worked example X1 of the rulebook, with its six bidders. */
export const X1 = [
  happening(0, ["auction_called", { seat: 0 }]),
  ...[0, 1, 2, 3, 4].map((seat) => happening(seat, ["bid_laid", { seat }])),
  happening(
    5,
    ["bid_laid", { seat: 5 }],
    [
      "auction_revealed",
      {
        bids: [
          { seat: 0, bid: 10, value: 2 },
          { seat: 1, bid: 11, value: 3 },
          { seat: 2, bid: 12, value: 3 },
          { seat: 3, bid: 13, value: 2 },
          { seat: 4, bid: 14, value: 4 },
          { seat: 5, bid: "bluff", value: 0 },
        ],
      },
    ],
    ["tie_lost", { value: 2, seats: [3], active_stays: true }],
    ["tie_lost", { value: 3, seats: [1, 2], active_stays: false }],
    ["auction_won", { seat: 4, card: 14, value: 4, objects: [0, 1, 0, 0] }],
  ),
];
