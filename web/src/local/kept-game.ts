/** A stored game on this device: a table's log; and the format of an earlier version. */
import type { NewTable } from "../table/http";
import type { GameName } from "../table/table";

/** An event of a table's log (`tables/log.py`). */
export interface KeptEntry {
  number: number;
  /** In milliseconds since 1970. */
  time: number;
  kind: string;
  body: Record<string, unknown>;
}

export interface KeptGame {
  id: string;
  game: GameName;
  /** For lists: who plays, by which rulebook. */
  names: string[];
  edition: string | null;
  /** All draws follow from the seed: 32 bytes in hexadecimal digits. */
  seed: string;
  created: number;
  changed: number;
  status: "playing" | "over";
  /** The wish for the table, until it has a log. */
  wish: NewTable | null;
  /** The table's events, which say everything else; none until it is first opened. */
  log: KeptEntry[];
  /** For a game stored before logs existed: the host makes its log from this when it is opened. */
  before?: { record: unknown; sealed: [seat: number, move: string][]; rematch: string | null };
}

/** A lesson is not a game to come back to: the lists leave it out, and the next one replaces it. */
export function isLesson({ wish, log }: KeptGame): boolean {
  return Boolean(wish?.lesson ?? log[0]?.body["lesson"]);
}

/** Whether several players share this device: such a game waits for nobody in particular. */
export function isShared({ wish, log }: KeptGame): boolean {
  const seats = (wish?.seats ?? log[0]?.body["seats"] ?? []) as { kind: string }[];
  return seats.some(({ kind }) => kind === "hotseat");
}

/** A game with more log entries; from then on the log defines the table. */
export function logged({ before: _, ...game }: KeptGame, entries: KeptEntry[]): KeptGame {
  return { ...game, wish: null, log: [...game.log, ...entries] };
}

/** Stored by an earlier version: a record, and what a record does not contain. */
export interface GameBefore {
  id: string;
  game: GameName;
  players: number;
  starter: number;
  edition: string | null;
  rules: Record<string, string | number>;
  seats: { kind: "person" | "hotseat" | "bot"; name: string | null; level: string | null }[];
  seed: string;
  seal: string;
  created: number;
  changed: number;
  status: "playing" | "over";
  /** The game so far; null before the first move. */
  record: unknown;
  hints?: boolean;
  /** Choices made before their turn. */
  sealed: [seat: number, move: string][];
  rematch: string | null;
}

export function upgraded(game: KeptGame | GameBefore): KeptGame {
  if (!("record" in game)) return game;
  const { id, seed, created, changed, status, edition, rules, starter, record, sealed, rematch } = game;
  const seats = game.seats.map(({ kind, name, level }) => ({
    kind: kind === "person" ? ("me" as const) : kind,
    ...(name === null ? {} : { name }),
    ...(level === null ? {} : { level }),
  }));
  return {
    id,
    game: game.game,
    names: seats.flatMap(({ name }) => name ?? []),
    edition,
    seed,
    created,
    changed,
    status,
    wish: {
      game: game.game,
      ...(edition === null ? {} : { edition }),
      rules,
      starter,
      seats,
      options: { hints: game.hints ?? true, chat: false, listed: false },
    },
    log: [],
    ...(record === null ? {} : { before: { record, sealed, rematch } }),
  };
}
