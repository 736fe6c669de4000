/** What happens rarely, over HTTP: creating and joining tables, records, replays. */
import { keepSeat, seatsOf } from "./keys";
import { common, reach } from "./reach.svelte";
import type { AnalysisProgress, GameEvent, GameName, TableInfo } from "./table";

const API = "/api/v1";

export class Refused extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly clause: string | null,
  ) {
    super(sentence);
  }
}

export async function ask<T>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const answer = await reach(
    API + path,
    body === undefined
      ? { headers }
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  const said = (await answer.json().catch(() => ({}))) as { code?: string; sentence?: string; clause?: string | null };
  if (!answer.ok)
    throw new Refused(said.code ?? String(answer.status), said.sentence ?? answer.statusText, said.clause ?? null);
  return said as T;
}

export interface Switch {
  clause: string;
  meaning: string;
  choices: Record<string, string> | { least: number; most: number } | number[];
}

export interface GameInfo {
  name: GameName;
  title: string;
  players: [number, number];
  default_edition: string;
  editions: Record<string, Record<string, string | number>>;
  switches: Record<string, Switch>;
  /** The field of a table's wish for the map ("board"), the deck, or whatever the game is played with. */
  chart_key: string;
  levels: string[];
  lessons: { id: string; players: number }[];
  /** Maps or decks besides the game's own. */
  /** `official`: the fairer map for its number of players. */
  shelf: { name: string; title: string; players: number[]; official?: boolean }[];
  /** Who made the game and whom it is for, then who wrote its rules, by language. */
  credits?: Record<string, string[]>;
  /** A first position as an SVG picture, of a game without art in the page. */
  drawing?: string;
}

export const games = () => common<{ games: GameInfo[] }>(`${API}/games`, "data/games.json").then((said) => said.games);

export interface SeatWish {
  kind: "me" | "open" | "hotseat" | "bot";
  level?: string;
  name?: string;
}

export interface NewTable {
  game: GameName;
  edition?: string;
  rules?: Record<string, string | number>;
  starter?: number;
  /** The fair draw decides who starts. */
  draw_starter?: boolean;
  /** And who sits where. */
  draw_seats?: boolean;
  seats: SeatWish[];
  /** A map or deck of one's own. */
  board?: unknown;
  deck?: unknown;
  /** Points before the game, in turn order, with the rule `handicap` fair. */
  head_start?: number[];
  options?: object;
  /** Start from the position of the game's tour, or of a lesson. */
  tour?: boolean;
  lesson?: string;
  /** Start from a position of this game: as the frames of its replay count. */
  record?: unknown;
  at?: number;
}

/** Makes a table and stores the keys of our own seats. The links of open seats are for the others. */
export async function make(wish: NewTable): Promise<{ table: string; links: Record<string, string> }> {
  const made = await ask<{ table: string; links: Record<string, string>; tokens: Record<string, string> }>(
    "/tables",
    wish,
  );
  for (const [seat, token] of Object.entries(made.tokens)) keepSeat(made.table, { seat: Number(seat), token });
  return made;
}

export const invitations = () => ask<{ addresses: string[] }>("/invitations");

export async function join(table: string, name: string, seat?: number): Promise<number> {
  const joined = await ask<{ seat: number; token: string }>(
    `/tables/${table}/join`,
    seat === undefined ? { name } : { name, seat },
  );
  keepSeat(table, { seat: joined.seat, token: joined.token });
  return joined.seat;
}

export async function rematch(table: string): Promise<string> {
  const own = seatsOf(table);
  const { table: next } = await ask<{ table: string }>(
    `/tables/${table}/rematch`,
    own[0] ? { seat: own[0].seat, token: own[0].token } : {},
  );
  // with new contributions to the draws: the old ones are known by now
  for (const { seat, token } of own) keepSeat(next, { seat, token });
  return next;
}

export const info = (table: string) => ask<TableInfo>(`/tables/${table}`);
export const record = (table: string) => ask<FairRecord>(`/tables/${table}/record`);

export const analysis = (table: string) => ask<AnalysisProgress>(`/tables/${table}/analysis`);

/** A finished game, as far as the page looks into it. */
export interface FairRecord {
  game: GameName;
  fair?: { prepared?: number };
  [field: string]: unknown;
}

/** A step of a replay: the move, what it did, the position after it. */
export interface Frame {
  at: number;
  seat: number | null;
  move: string | null;
  events: GameEvent[];
  view: unknown;
}

export interface Frames {
  frames: Frame[];
  /** How the map or deck differs from the printed game and from ours: the game's messages `difference.KEY`. */
  differences?: { key: string; params: Record<string, string | number> }[];
  [field: string]: unknown;
}

/** With our key: a device that took the seat by its link has no cookie. */
export function replay(table: string, viewer: number): Promise<Frames> {
  const key = seatsOf(table).find(({ seat }) => seat === viewer);
  return ask(
    `/tables/${table}/replay?viewer=${viewer}`,
    undefined,
    key && { authorization: `Bearer ${key.seat}.${key.token}` },
  );
}
export const replayRecord = (found: unknown, viewer: number) => ask<Frames>(`/replay?viewer=${viewer}`, found);
