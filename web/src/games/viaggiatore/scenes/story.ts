// What happened, as scenes for the middle of the table: an auction, a journey, a sale. Built from events alone.
import type { GameEvent, Happening } from "../../../table/table";
import type { Vehicle } from "../cards/deck";

export interface Bid {
  seat: number;
  bid: number | "bluff";
  value: number;
}

/** The outcome of a bid. `stays`: equal to another, but the active player's, whose bid stays valid (3.4). */
export type Verdict = "won" | "outbid" | "tie" | "bluff";

export interface Laid extends Bid {
  verdict: Verdict;
  stays: boolean;
  /** The seats with the same bid. */
  equals: number[];
}

export interface Auction {
  kind: "auction";
  at: number;
  caller: number;
  /** The auction's number within this turn, from 1. */
  number: number;
  /** The seats that have laid a card. */
  laid: number[];
  /** All bids, once they are revealed. */
  bids: Laid[] | null;
  winner: number | null;
  card: number | null;
  objects: number[];
  faceDown: boolean;
  outcome: "won" | "nobody" | "all_bluffed" | null;
  carrier: { card: number; vehicle: Vehicle } | null;
}

export interface Leg {
  seat: number;
  bonus: boolean;
  card: number;
  vehicle: Vehicle;
  steps: number;
  from: number;
  to: number;
  arrived: boolean;
}

export interface Journey {
  kind: "journey";
  at: number;
  seat: number;
  vehicle: Vehicle;
  legs: Leg[];
}

export interface Sale {
  kind: "sale";
  at: number;
  seat: number;
  card: number;
  asked: (number | null)[];
  objects: number[];
  points: number[];
  total: number;
  before: number;
}

export type Scene = Auction | Journey | Sale;

export interface Story {
  /** The seat on turn. */
  turn: number | null;
  auctions: number;
  scores: number[];
  /** The last scene; null before the first and after a new turn has begun. */
  scene: Scene | null;
  /** The last scene of all, even after a new turn has begun. */
  last: Scene | null;
}

export const BEGINNING: Story = { turn: null, auctions: 0, scores: [], scene: null, last: null };

/** The parameters of the events that make scenes. */
interface EventParams {
  seat: number;
  card: number;
  vehicle: Vehicle;
  steps: number;
  at: number;
  arrived: boolean;
  turned_up: boolean;
}

function judge(bids: Bid[], ties: GameEvent[], winner: number | null): Laid[] {
  return bids.map((bid) => {
    const equals = bids.filter((other) => other.seat !== bid.seat && other.value === bid.value && bid.value > 0);
    const tie = ties.find((event) => event.params["value"] === bid.value);
    const lost = (tie?.params["seats"] as number[] | undefined)?.includes(bid.seat) ?? false;
    const verdict = bid.bid === "bluff" ? "bluff" : lost ? "tie" : bid.seat === winner ? "won" : "outbid";
    return { ...bid, verdict, stays: tie !== undefined && !lost, equals: equals.map((other) => other.seat) };
  });
}

function reveal(auction: Auction, events: GameEvent[], at: number): Auction {
  const find = (key: string) => events.find((event) => event.key === key)?.params;
  const won = find("auction_won") as { seat: number; card: number; objects: number[] } | undefined;
  const bids = (find("auction_revealed") as { bids: Bid[] }).bids;
  const ties = events.filter((event) => event.key === "tie_lost");
  return {
    ...auction,
    at,
    laid: bids.map((bid) => bid.seat),
    bids: judge(bids, ties, won?.seat ?? null),
    winner: won?.seat ?? null,
    card: won?.card ?? null,
    objects: won?.objects ?? [],
    faceDown: find("face_down") !== undefined,
    outcome: won ? "won" : find("all_bluffed") ? "all_bluffed" : "nobody",
  };
}

function on(story: Story, scene: Scene): Story {
  return { ...story, scene, last: scene };
}

function step(story: Story, event: GameEvent, happening: Happening): Story {
  const params = event.params as unknown as EventParams;
  const { at } = happening;
  const scene = story.scene;
  switch (event.key) {
    case "turn":
      return { ...story, turn: params.seat, auctions: 0, scene: null };
    case "auction_called": {
      const number = story.auctions + 1;
      const caller = params.seat;
      const fresh = { laid: [], bids: null, winner: null, card: null, objects: [], faceDown: false };
      const auction: Auction = { kind: "auction", at, caller, number, ...fresh, outcome: null, carrier: null };
      return on({ ...story, turn: caller, auctions: number }, auction);
    }
    case "bid_laid":
      if (scene?.kind !== "auction") return story;
      return on(story, { ...scene, at, laid: [...scene.laid, params.seat] });
    case "auction_revealed":
      return scene?.kind === "auction" ? on(story, reveal(scene, happening.events, at)) : story;
    case "carrier_laid": {
      if (scene?.kind !== "auction" || params.turned_up) return story;
      return on(story, { ...scene, carrier: { card: params.card, vehicle: params.vehicle } });
    }
    case "travelled":
    case "rode": {
      const bonus = event.key === "rode";
      const { seat, card, vehicle, steps, arrived, at: to } = params;
      const leg: Leg = { seat, bonus, card, vehicle, steps, from: to - steps, to, arrived };
      const legs = bonus && scene?.kind === "journey" ? [...scene.legs, leg] : [leg];
      const first = legs[0]!;
      return on(story, { kind: "journey", at, seat: first.seat, vehicle: first.vehicle, legs });
    }
    case "shop": {
      const { seat, card, asked, objects, points, total } = event.params as unknown as Sale;
      const before = story.scores[seat] ?? 0;
      const scores = Object.assign([...story.scores], { [seat]: before + total });
      return on({ ...story, scores }, { kind: "sale", at, seat, card, asked, objects, points, total, before });
    }
    default:
      return story;
  }
}

/** The story after further events. */
export function goOn(story: Story, happenings: readonly Happening[]): Story {
  let latest = story;
  for (const happening of happenings) for (const event of happening.events) latest = step(latest, event, happening);
  return latest;
}

export function tell(happenings: readonly Happening[]): Story {
  return goOn(BEGINNING, happenings);
}

/** How long an event stays before the next, in milliseconds, when nobody hurries; the reader's own sale twice as long. */
const DWELL: Record<string, number> = {
  auction_called: 500,
  bid_laid: 60,
  auction_revealed: 2400,
  carrier_laid: 500,
  travelled: 1500,
  rode: 1500,
  shop: 3600,
  drew: 60,
  dealt: 0,
};

export function dwell(happening: Happening, own: (seat: number) => boolean): number {
  const times = happening.events.map(({ key, params }) => {
    const time = DWELL[key] ?? 150;
    return key === "shop" && own(Number(params["seat"])) ? 2 * time : time;
  });
  return Math.max(0, ...times);
}
