/** What a server's house does over HTTP, for the games of this device: making tables, records, replays. */
import { Refused, type Frames, type NewTable } from "../table/http";
import type { FairRecord } from "../shell/fair";
import type { GameName, TableInfo } from "../table/table";
import { t } from "../words/index.svelte";
import { gameLock } from "./game-lock";
import { newId, newSeed, sealOf, seedOf } from "./chance";
import { Channel, newThread, RefusedHere, type Questions } from "./channel";
import { gameOf, keep, type KeptGame, type KeptSeat } from "./games";
import { LocalTable } from "./local.svelte";

const MISSING = new Refused("missing", "", null);

async function found(id: string): Promise<KeptGame> {
  const game = await gameOf(id);
  if (!game) throw MISSING;
  return game;
}

export async function open(id: string): Promise<LocalTable> {
  const release = await gameLock(id);
  if (!release) throw new Refused("elsewhere", t("here.elsewhere"), null);
  const game = await gameOf(id);
  if (!game) {
    release();
    throw MISSING;
  }
  return new LocalTable(game, release);
}

/** A new game; `seed` as somebody typed it, empty for a new one. */
export async function make(wish: NewTable, seed = ""): Promise<string> {
  return begin({
    lesson: wish.tour ?? false,
    hints: (wish.options as { hints?: boolean } | undefined)?.hints ?? true,
    game: wish.game,
    players: wish.seats.length,
    starter: wish.starter ?? 0,
    edition: wish.edition ?? null,
    rules: wish.rules ?? {},
    seats: wish.seats.map(({ kind, name, level }): KeptSeat => {
      if (kind === "bot") return { kind, name: name ?? null, level: level ?? "medium" };
      return { kind: kind === "hotseat" ? "hotseat" : "person", name: name ?? null, level: null };
    }),
    seed: seedOf(seed),
  });
}

type Beginning = Pick<
  KeptGame,
  "game" | "players" | "starter" | "edition" | "rules" | "chart" | "seats" | "seed" | "hints" | "lesson"
>;

async function begin(beginning: Beginning): Promise<string> {
  const { game, players, starter, edition, rules, chart, seats, seed, hints, lesson } = beginning;
  const id = newId();
  const now = Date.now();
  await keep({
    id,
    game,
    players,
    starter,
    edition,
    rules,
    ...(chart === undefined ? {} : { chart }),
    seats,
    seed,
    seal: sealOf(seed),
    ...(hints === false ? { hints } : {}),
    created: now,
    changed: now,
    status: "playing",
    record: null,
    ...(lesson ? await prepared(game, seed) : {}),
    steps: [],
    sealed: [],
    rematch: null,
  });
  return id;
}

interface Lesson extends FairRecord {
  players: number;
  starter: number;
  edition: string;
  rules: Record<string, string | number>;
  /** What chance brought before the first move: cards, or the row of clients. */
  dealt?: number[][];
  clients?: string[];
  moves: [seat: number, move: string][];
}

const LESSONS = import.meta.glob<Lesson>("../../../src/piazzetta/data/tours/*.json", { import: "default" });

/** The position a lesson begins with: a record whose draws were laid out, and which goes on with those of the seed. */
async function prepared(game: GameName, seed: string): Promise<Partial<KeptGame>> {
  const record = await LESSONS[`../../../src/piazzetta/data/tours/${game}.json`]!();
  const { players, starter, edition, rules, dealt, clients, moves } = record;
  const draws = (dealt?.flat() ?? clients ?? []).length + moves.filter(([seat]) => seat < 0).length;
  const fair = {
    commitment: sealOf(seed),
    seed,
    contributions: Array.from({ length: players }, () => null),
    prepared: draws,
  };
  return { players, starter, edition, rules, lesson: true, record: { ...record, fair } };
}

/** The same people again, with new draws; the next seat starts. */
export async function rematch(id: string): Promise<string> {
  const before = await found(id);
  if (before.rematch && (await gameOf(before.rematch))) return before.rematch;
  const next = await begin({
    ...before,
    lesson: false,
    starter: (before.starter + 1) % before.players,
    seed: newSeed(),
  });
  await keep({ ...before, rematch: next });
  return next;
}

/** The same game from its beginning: the same seed brings the same draws. */
export async function sameAgain(id: string): Promise<string> {
  return begin(await found(id));
}

export async function info(id: string): Promise<Pick<TableInfo, "status" | "seats">> {
  const game = await found(id);
  const seats = game.seats.map((seat, number) => ({
    ...seat,
    seat: number,
    connected: true,
    thinking: false,
    away_since: null,
    bot_plays: false,
  }));
  return { status: game.status, seats };
}

export async function record(id: string): Promise<FairRecord> {
  const { record, seats } = await found(id);
  return { ...(record as FairRecord), names: seats.map((seat) => seat.name) } as FairRecord;
}

/** Whether the record's seed is the one that was sealed, and every draw, made again from it, the one that came. */
export async function fair(id: string, sealed: string): Promise<boolean> {
  const { game, seed, record } = await found(id);
  const shown = (record as FairRecord).fair;
  return (
    sealOf(seed) === sealed && shown?.seed === seed && shown.commitment === sealed && asked("fair", { game, record })
  );
}

export async function replay(id: string, viewer: number): Promise<Frames> {
  const { game, record } = await found(id);
  return asked("replay", { game, record, viewer });
}

export async function replayRecord(given: unknown, viewer: number): Promise<Frames> {
  const game = (given as { game?: unknown } | null)?.game;
  if (game !== "portobello" && game !== "viaggiatore") throw new Refused("bad", "", null);
  return asked("replay", { game: game satisfies GameName, record: given, viewer });
}

/** One question to a worker of its own. */
async function asked<Name extends "fair" | "replay">(
  name: Name,
  ask: Questions[Name]["ask"],
): Promise<Questions[Name]["answer"]> {
  const channel = new Channel(newThread());
  try {
    return await channel.ask(name, ask);
  } catch (error) {
    if (error instanceof RefusedHere)
      throw new Refused(error.refusal.code, error.refusal.sentence, error.refusal.clause);
    throw error;
  } finally {
    channel.close();
  }
}
