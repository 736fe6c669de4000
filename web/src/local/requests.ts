/** What a server does over HTTP, for the games on this device: tables, records, replays. */
import { Refused, type FairRecord, type Frames, type NewTable } from "../table/http";
import type { TableInfo } from "../table/table";
import { asked } from "./asking";
import { newId, newSeed, seedOf } from "./chance";
import { gameLock } from "./game-lock";
import { allGames, forget, gameOf, keep } from "./games";
import { hasEngine } from "./kernels/modules";
import { isLesson, logged, type KeptGame } from "./kept-game";
import { LocalTable } from "./local.svelte";

const MISSING = new Refused("missing", "", null);

async function found(id: string): Promise<KeptGame> {
  const game = await gameOf(id);
  if (!game) throw MISSING;
  return game;
}

export async function open(id: string): Promise<LocalTable> {
  const release = await gameLock(id);
  if (!release) throw new Refused("elsewhere", "", null);
  const game = await gameOf(id);
  if (!game) {
    release();
    throw MISSING;
  }
  return new LocalTable(game, release);
}

/** A new game; `seed` as typed, empty for a new one. The table is made from the wish when it is opened. */
export async function make(given: NewTable, seed = ""): Promise<string> {
  const wish = { ...given, options: { ...given.options, chat: false, listed: false } };
  if (wish.lesson) for (const old of (await allGames()).filter(isLesson)) await forget(old.id);
  const names = wish.seats.flatMap(({ name }) => name ?? []);
  return begin({ game: wish.game, names, edition: wish.edition ?? null, seed: seedOf(seed), wish, log: [] });
}

type Beginning = Pick<KeptGame, "game" | "names" | "edition" | "seed" | "wish" | "log">;

async function begin(beginning: Beginning, id = newId()): Promise<string> {
  await keep(begun(beginning, id));
  return id;
}

function begun({ game, names, edition, seed, wish, log }: Beginning, id: string): KeptGame {
  const now = Date.now();
  return { id, game, names, edition, seed, created: now, changed: now, status: "playing", wish, log };
}

/** The record of a game as it is laid out for somebody, such as a lesson; it is not kept. */
export function laidOut(wish: NewTable): Promise<FairRecord> {
  const beginning = { game: wish.game, names: [], edition: wish.edition ?? null, seed: newSeed(), wish, log: [] };
  return asked(wish.game, "record", { kept: begun(beginning, newId()) });
}

/** The same people again, with new draws; the next seat starts. */
export async function rematch(id: string): Promise<string> {
  const before = await found(id);
  const noted = before.log.find((entry) => entry.kind === "rematch");
  const known = (noted?.body.table as string | undefined) ?? before.before?.rematch;
  if (known && (await gameOf(known))) return known;
  const [next, seed] = [newId(), newSeed()];
  const logs = await asked(before.game, "rematch", { kept: before, id: next, seed });
  await begin({ ...before, seed, wish: null, log: logs.next }, next);
  await keep(logged(before, logs.here));
  return next;
}

/** The same game from the start: the same seed gives the same draws. */
export async function sameAgain(id: string): Promise<string> {
  const before = await found(id);
  return begin({ ...before, log: before.log.slice(0, 1) });
}

export async function info(id: string): Promise<Pick<TableInfo, "status" | "seats">> {
  const kept = await found(id);
  return asked(kept.game, "info", { kept });
}

export async function record(id: string): Promise<FairRecord> {
  const kept = await found(id);
  return asked(kept.game, "record", { kept });
}

/** Whether a record's seed is the one committed to, and gives every draw again with our contributions among others. */
export function fair(record: FairRecord, commitment: string, contributions: readonly string[]): Promise<boolean> {
  return asked(record.game, "fair", { record, commitment, contributions });
}

export async function replay(id: string, viewer: number): Promise<Frames> {
  const kept = await found(id);
  return asked(kept.game, "replay", { kept, viewer });
}

export async function replayRecord(record: unknown, viewer: number): Promise<Frames> {
  const game = (record as { game?: unknown } | null)?.game;
  if (typeof game !== "string" || !hasEngine(game)) throw new Refused("bad", "", null);
  return asked(game, "replayRecord", { record, viewer });
}
