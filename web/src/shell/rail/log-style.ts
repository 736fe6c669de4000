/** How the log tells the events of a game. Each game brings its own style with its table. */
import type { GameEvent } from "../../table/table";
import type { Message, Speech } from "../../words/speech";

export type Gain = [seat: number, points: number];

/** Points of several events, seat by seat. */
export function summed(gains: readonly Gain[]): Gain[] {
  const points = new Map<number, number>();
  for (const [seat, more] of gains) points.set(seat, (points.get(seat) ?? 0) + more);
  return [...points].filter(([, sum]) => sum !== 0).toSorted(([a], [b]) => a - b);
}

export const signed = (points: number) => (points < 0 ? `−${-points}` : `+${points}`);

/** A picture with a name or a number, which tells an event of the log in short. */
export interface ShortEvent {
  icon: string;
  text: string;
  times: number;
}

export interface LogStyle {
  /** Events that the bar, or the following line, says already. */
  silent: ReadonlySet<string>;
  /** Events that must be read as they are, even in short. */
  read: ReadonlySet<string>;
  /** An event in short; null if it has no short form. */
  short(event: GameEvent, message: Message, speech: Speech): ShortEvent | null;
  /** The icon of pieces of which only the last one in a turn counts. */
  lastOnly?: string;
  /** What an event brought or cost, seat by seat. */
  gains(event: GameEvent): Gain[];
  /** The event and the message for several of it in a row, which make one line. */
  joined?: { event: string; message: `${string}.${string}` };
  /** Each move makes an entry of its own, told in sentences. */
  moveByMove?: boolean;
}

const styles = new Map<string, LogStyle>();

export const tellBy = (game: string, style: LogStyle) => void styles.set(game, style);
export const logStyleOf = (game: string): LogStyle => styles.get(game)!;
