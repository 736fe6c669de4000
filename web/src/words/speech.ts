/**
 * From what a table tells (an event, a remark on a move, a refusal, a reason) to a message with parameters.
 *
 * The games do this themselves, in Python (`games/words/speech.py` and each game's `speech.py`), and the page runs the same,
 * translated. Here it gets the page's words and names.
 */
import type { GameEvent, GameName, Reason } from "../table/table";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what the translated speech takes has no types here
type Any = any;
type Params = Record<string, string | number>;

export interface Message {
  key: `${string}.${string}`;
  params: Params;
}

/** What is needed to speak of a game: the language spoken, who sits where, and the map or deck. */
export interface Speech {
  game: GameName;
  t(key: `${string}.${string}`, params?: Params): string;
  list(items: string[]): string;
  decimal(value: number): string;
  name(seat: number): string;
  /** Whether a seat is that of the reader. */
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

/** Whoever shows a game brings its speech along. */
export function learn(game: GameName, speech: Any): void {
  games[game] = speech;
}

/** Whether what the game tells can be said yet. */
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

/** A player as a message names them. */
export const about = (speech: Speech, seat: number): Params => own(speech).about(seat);

/** Several players; a single one is spoken of as `about` does. */
export const aboutAll = (speech: Speech, seats: number[]): Params => own(speech).about_all(seats);

/** Who got how many points: the reader first; those with none are left out. */
export const shares = (speech: Speech, points: number[]): Params => own(speech).shares(points, false);

/** "2 hats and 1 accessory". */
export const objectsText = (speech: Speech, objects: number[]): string => own(speech).objects_text(objects);

/** Everything a card says, for those who cannot see it. */
export const wholeCardText = (speech: Speech, card: Card): string => own(speech).whole_card_text(card);

/** An action tile: "the 3", "the neutral 2". */
export const tileText = (speech: Speech, tile: string): string => own(speech).tile_text(tile);

/** The parameters of a message from those of the engine. */
export const paramsOf = (speech: Speech, params: Record<string, unknown>): Params => own(speech).params(params);

/** An event ("event"), a remark on a move ("note") or a refusal as a message. */
export function messageOf(speech: Speech, kind: "event" | "note" | "refusal", said: GameEvent): Message {
  return { key: `${speech.game}.${kind}.${said.key}`, params: paramsOf(speech, said.params) };
}

/**
 * A move in words, from its text as records have it ("build A-B@B", "carry 12 train").
 * `setting`: the Bobby is put, not moved; `row`: clients come from an open row.
 */
export function moveOf(speech: Speech, move: string, how: { setting?: boolean; row?: boolean } = {}): Message {
  const [key, params] = own(speech).move(move, how.setting ?? false, how.row ?? false);
  return { key: `${speech.game}.${key}`, params: params };
}

/** Why a move is good (docs/hints.md); `seat` is the one that moves. */
export function reasonOf(speech: Speech, reason: Reason, seat: number): Message {
  return { key: `${speech.game}.reason.${reason.key}`, params: own(speech).reason(reason.params, seat) };
}
