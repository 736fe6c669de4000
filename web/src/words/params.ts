/**
 * From what a table tells (an event, a remark on a move, a refusal, the text of a move) to a message with parameters.
 *
 * The engine speaks in keys, seats and codes; a message wants names. Every parameter of the engine stays as it is and
 * gets company: a seat becomes `who` and `who_is`, the key of a place `<param>_name`, a card `<param>_text`, points by
 * seat `shares`. README.md in this folder lists them all.
 */
import type { GameEvent, GameName } from "../table/table";

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

const KINDS = ["clothes", "hats", "shoes", "accessories"];
const PLACES: Record<string, string> = {
  square: "squares",
  end: "squares",
  begun: "squares",
  alley: "alleys",
  district: "districts",
  here: "districts",
  from: "districts",
};

function nameOf(speech: Speech, param: string, key: string): string {
  const chart = speech.chart as Record<string, Record<string, { name?: string }>> | null;
  return chart?.[PLACES[param]!]?.[key]?.name ?? key;
}

/** A player as a message names them. */
export function about(speech: Speech, seat: number): Params {
  if (seat < 0) return { who: "", who_is: "none", who_count: 0 };
  return { who: speech.name(seat), who_is: speech.mine(seat) ? "you" : "other", who_count: 1 };
}

function named(speech: Speech, seats: number[]): string {
  return speech.list(seats.map((seat) => (speech.mine(seat) ? speech.t(`${speech.game}.you.to`) : speech.name(seat))));
}

/** Several players; a single one is spoken of as `about` does. */
export function aboutAll(speech: Speech, seats: number[]): Params {
  if (seats.length === 1) return about(speech, seats[0]!);
  return { who: named(speech, seats), who_is: "other", who_count: seats.length };
}

/** Who got how many points: the reader first; those with none are left out unless `all` are wanted. */
export function shares(speech: Speech, points: number[], all = false): Params {
  const seats = points.flatMap((gain, seat) => (gain || all ? [seat] : []));
  seats.sort((a, b) => Number(speech.mine(b)) - Number(speech.mine(a)) || a - b);
  const texts = seats.map((seat) => {
    const who = speech.mine(seat) ? speech.t(`${speech.game}.you`) : speech.name(seat);
    return `${who} ${points[seat]}`;
  });
  return { shares: texts.join(", "), shares_count: texts.length };
}

/** "2 hats and 1 accessory". */
export function objectsText(speech: Speech, objects: number[]): string {
  const texts = objects.flatMap((n, kind) => (n ? [speech.t(`viaggiatore.objects.${KINDS[kind]}`, { n })] : []));
  return texts.length ? speech.list(texts) : speech.t("viaggiatore.objects.none");
}

/** A card by what tells it from others at a glance. Cards bear no number, so words never show it. */
export function cardText(speech: Speech, number: number): string {
  const card = (speech.chart as Card[])[number];
  return card ? speech.t("viaggiatore.card.short", { bid: card.bid, ticket: card.ticket }) : String(number);
}

/** Everything a card says, for those who cannot see it. */
export function wholeCardText(speech: Speech, card: Card): string {
  const asked = card.shop.map((least, kind) =>
    speech.t("viaggiatore.card.shop_asks", { kind: KINDS[kind]!, least: least ?? "none" }),
  );
  return speech.t("viaggiatore.card.full", {
    bid: card.bid,
    objects_text: objectsText(speech, card.objects),
    first: card.vehicles[0],
    second: card.vehicles[1],
    ticket: card.ticket,
    shop_text: asked.join(", "),
  });
}

/** An action tile: "the 3", "the neutral 2". */
export function tileText(speech: Speech, tile: string): string {
  const neutral = tile.startsWith("n");
  return speech.t(`portobello.tile.${neutral ? "neutral" : "own"}`, { value: neutral ? tile.slice(1) : tile });
}

function bidsText(speech: Speech, bids: { seat: number; bid: number | "bluff"; value: number }[]): string {
  return bids
    .map(({ seat, bid, value }) =>
      speech.t(`viaggiatore.bid.${bid === "bluff" ? "bluffed" : "shown"}`, { ...about(speech, seat), value }),
    )
    .join(", ");
}

function lists(speech: Speech, param: string, values: unknown[]): Params {
  const seats = values as number[];
  switch (param) {
    case "seats":
    case "winners":
      return aboutAll(speech, seats);
    case "receivers":
      return { to: named(speech, seats), to_count: seats.length };
    case "scores":
      return shares(speech, seats, true);
    case "points": {
      if (speech.game === "portobello") return shares(speech, seats);
      const paid = seats.flatMap((point, kind) => (point ? [speech.t(`viaggiatore.kind.${KINDS[kind]}`)] : []));
      return { kinds_text: speech.list(paid), kinds_count: paid.length };
    }
    case "objects":
      return { objects_text: objectsText(speech, seats) };
    case "carriers":
      return {
        carriers_text: speech.list((values as string[]).map((name) => speech.t(`viaggiatore.vehicle.${name}`))),
      };
    case "bids":
      return { bids_text: bidsText(speech, values as { seat: number; bid: number | "bluff"; value: number }[]) };
  }
  return {};
}

function single(speech: Speech, param: string, value: string | number | boolean): Params {
  const plain: Params = { [param]: typeof value === "number" ? value : String(value) || "none" };
  if (param === "seat" || param === "mover") return { ...plain, ...about(speech, Number(value)) };
  if (param in PLACES) return { ...plain, [`${param}_name`]: nameOf(speech, param, String(value)) };
  if (param === "tile" || param === "in_use") return { ...plain, [`${param}_text`]: tileText(speech, String(value)) };
  if (typeof value === "number" && speech.game === "viaggiatore") {
    if (param === "bid" || param === "card") return { ...plain, card_text: cardText(speech, value) };
    if (param === "top" || param === "pending") return { ...plain, [`${param}_text`]: cardText(speech, value) };
  }
  return plain;
}

/** The parameters of a message from those of the engine. */
export function paramsOf(speech: Speech, params: Record<string, unknown>): Params {
  const found: Params = { bid: "none", card: "none", meant: "none" }; // what a viewer may not know is left out
  for (const [param, value] of Object.entries(params)) {
    if (Array.isArray(value)) Object.assign(found, lists(speech, param, value));
    else if (value !== null && typeof value !== "object")
      Object.assign(found, single(speech, param, value as string | number | boolean));
  }
  return found;
}

/** An event ("event"), a remark on a move ("note") or a refusal as a message. */
export function messageOf(speech: Speech, kind: "event" | "note" | "refusal", said: GameEvent): Message {
  return { key: `${speech.game}.${kind}.${said.key}`, params: paramsOf(speech, said.params) };
}

/**
 * A move in words, from its text as records have it ("build A-B@B", "carry 12 train").
 * `setting`: the Bobby is put, not moved; `row`: clients come from an open row.
 */
export function moveOf(speech: Speech, move: string, how: { setting?: boolean; row?: boolean } = {}): Message {
  const [verb = "", first = "", second = ""] = move.split(" ");
  const say = (key: string, params: Record<string, unknown> = {}): Message => ({
    key: `${speech.game}.move.${key}`,
    params: paramsOf(speech, params),
  });
  if (speech.game === "viaggiatore") return say(verb, first ? { card: Number(first), vehicle: second } : {});
  switch (verb) {
    case "draw":
      return say(how.row ? "draw_row" : "draw");
    case "tile":
      return say("tile", { tile: first });
    case "bobby":
      return say(how.setting ? "bobby_set" : "bobby", { district: first });
    case "place":
      return say("place", { square: first });
    case "build": {
      const [alley, end] = first.split("@");
      return say("build", { alley, end });
    }
    case "mark":
      return say("mark", { district: first, factor: Number(second.slice(1)) });
    case "end":
    case "lord":
      return say(verb);
  }
  return say("chance", { client: verb === "the" ? "lord" : verb });
}
