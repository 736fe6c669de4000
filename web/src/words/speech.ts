/**
 * Turns what a table sends (an event, a remark on a move, a refusal, a reason) into a message with parameters.
 *
 * The games do this themselves, in Python (`games/words/speech.py` and each game's `speech.py`), and the page runs the
 * same code, translated. Here it gets the page's messages and names.
 */
import type { GameEvent, GameName, Reason } from "../table/table";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what the translated speech takes has no types here
type Any = any;
type Params = Record<string, string | number>;

export interface Message {
  key: `${string}.${string}`;
  params: Params;
}

/** The context for talking about a game: the language, who sits where, and the map or deck. */
export interface Speech {
  game: GameName;
  t(key: `${string}.${string}`, params?: Params): string;
  list(items: string[]): string;
  decimal(value: number): string;
  name(seat: number): string;
  /** Whether a seat is the reader's. */
  mine(seat: number): boolean;
  chart: unknown;
}

export interface Card {
  bid: number;
  objects: number[];
  vehicles: [string, string];
  ticket: string;
  shop: (number | null)[];
}

const games: Partial<Record<GameName, Any>> = {};
const made = new WeakMap<Speech, Any>();

/** Register the speech of a game that is shown now. */
export function learn(game: GameName, speech: unknown): void {
  games[game] = speech;
}

/** Whether the game's speech is loaded yet. */
export const knows = (game: GameName): boolean => game in games;

/** The game's own speech, with this page as its reader. */
function own(speech: Speech): Any {
  let found = made.get(speech);
  if (!found) made.set(speech, (found = new games[speech.game](reader(speech), components(speech.chart))));
  return found;
}

function reader(speech: Speech): Any {
  return {
    shows_keys: false,
    t: (key: string, params: Params) => speech.t(`${speech.game}.${key}`, params),
    listed: (items: string[]) => speech.list(items),
    decimal: (value: number) => speech.decimal(value),
    name: (seat: number) => speech.name(seat),
    mine: (seat: number) => speech.mine(seat),
  };
}

function components(chart: Any): Any {
  return {
    name_of: (kind: string, key: string): string => chart?.[kind]?.[key]?.name ?? key,
    face: (card: number): Card | null => chart[card] ?? null,
  };
}

/** A player's name in a message. */
export const about = (speech: Speech, seat: number): Params => own(speech).about(seat);

/** Several players; for a single one, the same as `about`. */
export const aboutAll = (speech: Speech, seats: number[]): Params => own(speech).about_all(seats);

/** Who got how many points: the reader first, without those who got none. */
export const shares = (speech: Speech, points: number[]): Params => own(speech).shares(points, false);

/** "2 hats and 1 accessory". */
export const objectsText = (speech: Speech, objects: number[]): string => own(speech).objects_text(objects);

/** Everything on a card, for those who cannot see it. */
export const wholeCardText = (speech: Speech, card: Card): string => own(speech).whole_card_text(card);

/** An action tile: "the 3", "the neutral 2". */
export const tileText = (speech: Speech, tile: string): string => own(speech).tile_text(tile);

/** A message's parameters from those of the engine. */
export const paramsOf = (speech: Speech, params: Record<string, unknown>): Params => own(speech).params(params);

/** An event, a remark on a move ("note"), a refusal, or why a position cannot be ("position") as a message. */
export function messageOf(speech: Speech, kind: "event" | "note" | "position" | "refusal", said: GameEvent): Message {
  return { key: `${speech.game}.${kind}.${said.key}`, params: paramsOf(speech, said.params) };
}

/**
 * A move in words, from its text in records ("build A-B@B", "carry 12 train").
 * `setting`: the Bobby is placed, not moved; `row`: clients come from an open row.
 */
export function moveOf(speech: Speech, move: string, how: { setting?: boolean; row?: boolean } = {}): Message {
  const [key, params] = own(speech).move(move, how.setting ?? false, how.row ?? false);
  return { key: `${speech.game}.${key}`, params: params };
}

/** Why a move is good (docs/hints.md); `seat` is the mover. */
export function reasonOf(speech: Speech, reason: Reason, seat: number): Message {
  return { key: `${speech.game}.reason.${reason.key}`, params: own(speech).reason(reason.params, seat) };
}

/** What a moment is called, from the first reason against the move that was played there. */
export function titleMessage(speech: Speech, reason: Reason, seat: number): Message {
  return { key: `${speech.game}.moment.${reason.key}`, params: own(speech).reason(reason.params, seat) };
}
