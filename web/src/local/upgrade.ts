/** Games that an earlier version of the page kept: as records with what a record does not hold, not as logs. */
import type { GameName } from "../table/table";
import type { KeptGame } from "./games";

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
  /** Of the game so far; null before the first move. */
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
