/** The log turn by turn, latest first: what happened in each, in short and in sentences, and what it brought. */
import { gainsOf, summed, type Gain } from "./gains";
import type { GameEvent, Happening } from "../../table/table";
import { about, messageOf, objectsText, type Message, type Speech } from "../../words/speech";

export interface Line {
  id: string;
  /** The position after it: its number among the frames of a replay. */
  frame: number;
  seat: number;
  event: GameEvent;
  message: Message;
}

/** A picture with a name or a number; the seat, if it is not the one on turn. */
export interface Piece {
  icon: string;
  text: string;
  times: number;
  seat: number | null;
  event: GameEvent;
}

export interface Turn {
  id: string;
  /** −1: before the first turn. */
  seat: number;
  frame: number;
  lines: Line[];
  pieces: Piece[];
  /** What must be read as it is: who starts, time that ran out, the end. */
  notes: Line[];
  gains: Gain[];
}

/** Already said by the bar, or by the following line. */
const SILENT = new Set(["turn", "turn_ended", "drawing", "bid_laid", "dealt"]);
const NOTES = new Set(["resigned", "offered_end", "declined_end"]);
const READ = new Set(["last_round", "game_over"]);
const BOBBY = "i-bobby";
const MOST = 200;
const DREW = "viaggiatore-table.log.drew";

type Has = (key: string) => boolean;

export function turnsOf(log: readonly Happening[], upTo: number, speech: Speech, has: Has): Turn[] {
  const turns: Turn[] = [];
  let lines: Line[] = [];
  const close = (seat: number) => {
    if (lines.length) turns.push(turnOf(seat, lines.toReversed(), speech));
    lines = [];
  };
  // from the latest backwards, so that a long game costs no more than a short one
  let count = 0;
  for (let index = log.length - 1; index >= 0 && count < MOST; index--) {
    const happening = log[index]!;
    if (happening.at > upTo) continue;
    for (const [at, event] of [...happening.events.entries()].toReversed()) {
      if (event.key === "turn") close(Number(event.params.seat));
      if (SILENT.has(event.key) || !has(`${speech.game}.event.${event.key}`)) continue;
      const line = lineOf(happening, at, event, speech);
      const after = lines.at(-1);
      if (after && drewOn(line, after) && has(DREW)) lines[lines.length - 1] = joined(line, after, speech);
      else lines.push(line);
      count++;
    }
    lines.push(...noteOf(happening, speech));
  }
  close(-1);
  return turns;
}

function lineOf(happening: Happening, at: number, event: GameEvent, speech: Speech): Line {
  return {
    id: `${happening.at}-${at}`,
    frame: happening.frame ?? happening.at,
    seat: typeof event.params.seat === "number" ? event.params.seat : (happening.seat ?? -1),
    event,
    message: messageOf(speech, "event", event),
  };
}

/** What people or the clock did about the game itself, before its events. */
function noteOf({ at, frame, kind, seat, by, starter, seating }: Happening, speech: Speech): Line[] {
  const key =
    by === "clock"
      ? "note.clock"
      : starter !== undefined
        ? seating
          ? "note.starter.seats"
          : "note.starter"
        : kind && NOTES.has(kind)
          ? `note.${kind}`
          : null;
  if (key === null) return [];
  const who = starter ?? seat ?? -1;
  const message = { key: key as Message["key"], params: who >= 0 ? about(speech, who) : {} };
  return [{ id: `${at}-note`, frame: frame ?? at, seat: who, event: { key, params: {} }, message }];
}

/** Several cards drawn in a row are one line. */
const drewOn = (line: Line, after: Line) =>
  line.event.key === "drew" && after.event.key === "drew" && after.seat === line.seat;
function joined(line: Line, after: Line, speech: Speech): Line {
  const n = Number(after.message.params.n ?? 1) + 1;
  return { ...after, id: line.id, message: { key: DREW, params: { ...about(speech, line.seat), n } } };
}

function turnOf(seat: number, lines: Line[], speech: Speech): Turn {
  return {
    id: lines[0]!.id,
    seat,
    frame: lines.at(-1)!.frame,
    lines,
    pieces: piecesOf(seat, lines, speech),
    notes: lines.filter(({ event }) => event.key.startsWith("note.") || READ.has(event.key)),
    gains: summed(lines.flatMap(({ event }) => gainsOf(event))),
  };
}

function piecesOf(turn: number, lines: readonly Line[], speech: Speech): Piece[] {
  const pieces: Piece[] = [];
  for (const line of lines) {
    const short = shortOf(line, speech);
    if (!short) continue;
    const seat = line.seat === turn || line.seat < 0 ? null : line.seat;
    const same = pieces.find((one) => one.icon === short.icon && one.text === short.text && one.seat === seat);
    if (same && short.icon !== BOBBY) same.times += short.times;
    else pieces.push({ ...short, seat, event: line.event });
  }
  // of the Bobby's walks only the end counts
  const stop = pieces.findLast(({ icon }) => icon === BOBBY);
  return pieces.filter((piece) => piece.icon !== BOBBY || piece === stop);
}

function shortOf(
  { event: { key, params }, message }: Line,
  speech: Speech,
): Pick<Piece, "icon" | "text" | "times"> | null {
  const name = String(params.name ?? "");
  const short = (icon: string, text = name, times = 1) => ({ icon, text, times });
  switch (key) {
    case "built":
      return short("i-stall");
    case "client_placed":
    case "lord_came":
      return short("i-client");
    case "bobby_set":
    case "bobby_crossed":
      return short(BOBBY);
    case "district_marked":
      return short("i-clock");
    case "alley_scored":
    case "lord_scored":
      return short("i-seal");
    case "auction_won":
      return short("u-bag", objectsText(speech, params.objects as number[]));
    case "travelled":
    case "rode":
      return params.arrived ? short("u-city", "") : short("walker", String(params.at));
    case "shop":
      return short("star-won", String(params.total));
    case "drew":
      return short("u-cards", "", Number(message.params.n ?? 1));
  }
  return null;
}

/** The turns since the reader's last one, of those before it; none if there was none yet. */
export function sinceLast(turns: readonly Turn[], mine: number): { from: number; to: number } | null {
  const from = turns[0]?.seat === mine ? 1 : 0;
  const to = turns.findIndex((turn, index) => index >= from && turn.seat === mine);
  return to > from ? { from, to } : null;
}
