/** What a viewer sees of Portobello Market, as sent by the engine (`games/portobello/view.py`). */
export type Client = "servant" | "burgher" | "lord";
export type Phase = "arranging" | "setting" | "picking" | "acting" | "drawing" | "placing" | "finished";
export type TileName = "2" | "3" | "4" | "n1" | "n2" | "n3";

export interface PortobelloView {
  game: "portobello";
  viewer: number;
  players: number;
  starter: number;
  phase: Phase;
  turn: number;
  mover: number | null;
  seat: number;
  actions_left: number;
  tile_in_use: TileName | null;
  in_hand: Client | null;
  last_round: boolean;
  idle_rounds: number;
  moved_this_round: boolean;
  bobby: string | null;
  walk: string[];
  scores: number[];
  /** What a fair start gave each seat, as part of its points. */
  head_start: number[];
  stalls_left: number[];
  tiles: { up: TileName[]; down: TileName[] }[];
  neutral_stack: number[];
  bag: Record<Client, number>;
  row: Client[] | null;
  clients_taken: number;
  /** Pairs of clients and what they multiply by, as the awning shows them; frames of older servers have none. */
  factors?: [Client, Client, number][];
  squares: Record<string, Client | null>;
  alleys: Record<string, { stalls: (number | null)[]; begun: string | null; scored: boolean }>;
  districts: Record<string, { seat: number; factor: number } | null>;
}

/** The current round, from 1; a round is one turn of everybody. */
export function round(view: PortobelloView): number {
  return Math.floor(Math.max(0, view.turn - 1) / view.players) + 1;
}
