/** What happens rarely, over HTTP: creating and joining tables, records, replays. */
import { keepSeat, randomToken, seatsOf } from "./keys";
import { common, reach } from "./reach.svelte";
import type { AnalysisProgress, OfGame, TableInfo } from "./table";
import type * as wire from "../wire/generated/types";

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
      : { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  const said = (await answer.json().catch(() => ({}))) as { code?: string; sentence?: string; clause?: string | null };
  if (!answer.ok)
    throw new Refused(said.code ?? String(answer.status), said.sentence ?? answer.statusText, said.clause ?? null);
  return said as T;
}

export type Switch = wire.SwitchCard;
export type GameInfo = wire.GameCard;

let asked: Promise<GameInfo[]> | null = null;

/** The games that can be played; those who ask at the same time share the answer. */
export function games(): Promise<GameInfo[]> {
  asked ??= common<wire.Games>(`${API}/games`, "data/games.json")
    .then(({ games }) => games)
    .finally(() => (asked = null));
  return asked;
}

export type SeatWish = wire.SeatWish;
export type NewTable = Omit<OfGame<wire.NewTable>, "record" | "board" | "deck"> & {
  record?: unknown;
  board?: unknown;
  deck?: unknown;
};

/** Makes a table and stores the keys of our own seats. The links of open seats are for the others. */
export async function make(wish: NewTable): Promise<{ table: string; links: Record<string, string> }> {
  const made = await ask<wire.Created>("/tables", wish);
  for (const [seat, token] of Object.entries(made.tokens)) keepSeat(made.table, { seat: Number(seat), token });
  return made;
}

export const invitations = () => ask<wire.Invitations>("/invitations");

/** Tokens of requests whose answers may have been lost, by what was asked for. */
const unanswered = new Map<string, string>();

/** Asks for a seat or a ticket with a token of our own. Asking again after a lost answer brings the same one. */
export async function askOnce<T>(path: string, wish: object): Promise<T> {
  const request = path + JSON.stringify(wish);
  const token = unanswered.get(request) ?? randomToken();
  unanswered.set(request, token);
  try {
    const answer = await ask<T>(path, { ...wish, token });
    unanswered.delete(request);
    return answer;
  } catch (error) {
    // a server that is busy may have done what we asked for
    if (error instanceof Refused && error.code !== "busy") unanswered.delete(request);
    throw error;
  }
}

export async function join(table: string, name: string, seat?: number): Promise<number> {
  const joined = await askOnce<wire.Joined>(`/tables/${table}/join`, seat === undefined ? { name } : { name, seat });
  keepSeat(table, { seat: joined.seat, token: joined.token });
  return joined.seat;
}

export async function rematch(table: string): Promise<string> {
  const own = seatsOf(table);
  const { table: next } = await ask<wire.NextTable>(
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
export type FairRecord = wire.GameRecord;
export type Frame = wire.Frame;
/** The frames of a table's game, or of a record; those of older pages and of this device may lack some fields. */
export type Frames = Pick<wire.Replay, "frames"> & Partial<wire.UploadedReplay>;

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
