/** The log turn by turn, latest first: what happened in each, in short and in sentences, and what it brought. */
import { logStyleOf, summed, type Gain, type LogStyle, type ShortEvent } from "./log-style";
import type { GameEvent, Happening } from "../../table/table";
import { about, messageOf, type Message, type Speech } from "../../words/speech";

export interface Line {
  id: string;
  /** The position after it: its number among the frames of a replay. */
  frame: number;
  seat: number;
  event: GameEvent;
  message: Message;
}

/** An event in short; the seat, if it is not the one on turn. */
export interface Piece extends ShortEvent {
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

const NOTES = new Set(["resigned", "offered_end", "declined_end", "claimed"]);
const MOST = 200;

type Has = (key: string) => boolean;

export function turnsOf(log: readonly Happening[], upTo: number, speech: Speech, has: Has): Turn[] {
  const style = logStyleOf(speech.game);
  const joined = style.joined && has(style.joined.message) ? style.joined : null;
  const turns: Turn[] = [];
  let lines: Line[] = [];
  const close = (seat: number) => {
    if (lines.length) turns.push(turnOf(seat, lines.toReversed(), speech, style));
    lines = [];
  };
  // from the latest backwards, so that a long game costs no more than a short one
  let count = 0;
  for (let index = log.length - 1; index >= 0 && count < MOST; index--) {
    const happening = log[index]!;
    if (happening.at > upTo) continue;
    for (const [at, event] of [...happening.events.entries()].toReversed()) {
      if (event.key === "turn") close(Number(event.params.seat));
      if (style.silent.has(event.key) || !has(`${speech.game}.event.${event.key}`)) continue;
      const line = lineOf(happening, at, event, speech);
      const after = lines.at(-1);
      const again = event.key === joined?.event && after?.event.key === event.key && after.seat === line.seat;
      if (again) lines[lines.length - 1] = joinedLine(line, after, joined.message, speech);
      else lines.push(line);
      count++;
    }
    lines.push(...noteOf(happening, speech));
    if (style.moveByMove) close(happening.seat ?? -1);
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
function noteOf({ at, frame, kind, seat, late, starter, seating }: Happening, speech: Speech): Line[] {
  const key = late
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

/** Several events of a kind in a row are one line. */
function joinedLine(line: Line, after: Line, key: Message["key"], speech: Speech): Line {
  const n = Number(after.message.params.n ?? 1) + 1;
  return { ...after, id: line.id, message: { key, params: { ...about(speech, line.seat), n } } };
}

function turnOf(seat: number, lines: Line[], speech: Speech, style: LogStyle): Turn {
  const readAsIs = ({ event: { key } }: Line) => style.moveByMove || key.startsWith("note.") || style.read.has(key);
  return {
    id: lines[0]!.id,
    seat,
    frame: lines.at(-1)!.frame,
    lines,
    pieces: piecesOf(seat, lines, speech, style),
    notes: lines.filter(readAsIs),
    gains: summed(lines.flatMap(({ event }) => style.gains(event))),
  };
}

function piecesOf(turn: number, lines: readonly Line[], speech: Speech, style: LogStyle): Piece[] {
  const pieces: Piece[] = [];
  for (const { seat: own, event, message } of lines) {
    const short = style.short(event, message, speech);
    if (!short) continue;
    const seat = own === turn || own < 0 ? null : own;
    const same = pieces.find((one) => one.icon === short.icon && one.text === short.text && one.seat === seat);
    if (same && short.icon !== style.lastOnly) same.times += short.times;
    else pieces.push({ ...short, seat, event });
  }
  const last = pieces.findLast(({ icon }) => icon === style.lastOnly);
  return pieces.filter((piece) => piece.icon !== style.lastOnly || piece === last);
}

/** The turns since the reader's last one, of those before it; none if there was none yet. */
export function sinceLast(turns: readonly Turn[], mine: number): { from: number; to: number } | null {
  const from = turns[0]?.seat === mine ? 1 : 0;
  const to = turns.findIndex((turn, index) => index >= from && turn.seat === mine);
  return to > from ? { from, to } : null;
}
