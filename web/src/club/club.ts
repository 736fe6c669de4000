/** A person, their games, numbers and ratings, as the server tells them (docs/protocol.md). */
import { ask } from "../table/http";
import type { GameName } from "../table/table";

export interface Me {
  id: string;
  name: string;
  avatar: string;
  listed: boolean;
  recovery: boolean;
  /** A bot account. */
  program: boolean;
}

export interface DeskSeat {
  kind: "person" | "hotseat" | "bot" | "open";
  name: string | null;
  level: string | null;
  score: number | null;
  bot_plays?: boolean;
  program?: boolean;
  won?: boolean;
  /** When its time runs out, if it is asked; milliseconds for the rest of the game; until when its clock stands still. */
  deadline?: number | null;
  bank?: number | null;
  holiday?: number | null;
}

export interface DeskGame {
  table: string;
  game: GameName;
  edition: string;
  status: "waiting" | "playing";
  created: number;
  at: number;
  yours: number[];
  my_turn: boolean;
  since: number | null;
  round: number | null;
  awaited: number[];
  seats: DeskSeat[];
  unread: number;
  hidden: boolean;
}

export interface FinishedGame {
  table: string;
  game: GameName;
  edition: string;
  ended: number;
  yours: number[];
  won: boolean;
  seats: DeskSeat[];
  hidden: boolean;
}

export interface Finished {
  finished: FinishedGame[];
  more: boolean;
}

export interface Desk extends Finished {
  games: DeskGame[];
}

export interface Tally {
  game: GameName;
  edition: string;
  players: number;
  games: number;
  wins: number;
  points: number;
  sources: Record<string, number>;
}

export interface Statistics {
  games: number;
  wins: number;
  streak: number;
  best_streak: number;
  tallies: Tally[];
  opponents: { kind: "person" | "guest" | "bot"; name: string; games: number; ahead: number; behind: number }[];
  latest: {
    table: string;
    game: GameName;
    ended: number;
    players: number;
    score: number;
    rank: number;
    won: boolean;
  }[];
}

export interface Member {
  place: number;
  kind: "person" | "bot";
  name: string;
  avatar: string;
  rating: number;
  uncertainty: number;
  games: number;
  wins: number;
  me: boolean;
  program: boolean;
}

export interface HouseTable {
  players: number;
  games: number;
  members: Member[];
}

export interface Device {
  id: string;
  label: string;
  used: number;
  this: boolean;
}

export const desk = () => ask<Desk>("/me/desk");
export const older = (before: number) => ask<Finished>(`/me/finished?before=${before}`);
export const hide = (table: string, hidden: boolean) => ask(`/me/tables/${table}`, { hidden });
export const leave = (table: string) => ask(`/tables/${table}/leave`, {});
export const resign = (table: string) => ask(`/tables/${table}/resign`, {});
export const statistics = () => ask<Statistics>("/me/statistics");
export const ratings = (game: GameName) => ask<{ tables: HouseTable[] }>(`/ratings/${game}`);
export const devices = () => ask<{ devices: Device[] }>("/me/devices").then((said) => said.devices);
export const signOut = (device: string) => ask(`/me/devices/${device}/sign_out`, {});
export const newLink = () => ask<{ link: string; expires: number }>("/me/links", {});
export const newRecovery = () => ask<{ code: string }>("/me/recovery", {});
export const picture = (game: DeskGame) => `/api/v1/me/tables/${game.table}/picture?at=${game.at}`;

/** What its owner may call this device. */
export function deviceLabel(): string {
  const agent = navigator.userAgent;
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? "";
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? "";
  return [browser.replace("Edg", "Edge").replace("OPR", "Opera"), system].filter(Boolean).join(", ");
}
