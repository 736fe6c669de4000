/** The moments kept on this device, with what the scheduler remembers of each. */
import { guestTables } from "../table/keys";
import { isLocal } from "../table/reach.svelte";
import { Shelf } from "../table/shelf";
import type { MomentCard } from "./moment";
import { keepsMoments } from "./kept-here";
import type { Memory, Outcome, Review } from "./schedule";

/** Only who looks at a moment loads the scheduler. */
const scheduler = () => import("./schedule");

/** How many moments a day brings at most. */
export const HANDFUL = 5;

export interface KeptMoment {
  /** Game, seat and move: the same moment is kept once. */
  id: string;
  table: string;
  /** When its game was looked at, in milliseconds since 1970. */
  kept: number;
  card: MomentCard;
  /** How each look at it went, in order. */
  reviews: Review[];
  memory: Memory;
}

const shelf = new Shelf<KeptMoment>("piazzetta-moments", "moments");

export const write = (moment: KeptMoment): Promise<boolean> => shelf.put(moment);

export async function allMoments(): Promise<KeptMoment[]> {
  return (await shelf.all()).map((moment) => ({ ...moment, reviews: moment.reviews ?? [] })); // 0.3's first had none
}

/** Keep the moments of a game; those that are kept already stay as they are. Returns them as kept. */
export async function keepMoments(table: string, cards: readonly MomentCard[], now: Date): Promise<KeptMoment[]> {
  const { newMemory } = await scheduler();
  const known = new Map((await allMoments()).map((moment) => [moment.id, moment]));
  const found = cards.map((card): KeptMoment => {
    const id = `${table}/${card.seat}/${card.index}`;
    return known.get(id) ?? { id, table, kept: now.getTime(), card, reviews: [], memory: newMemory(now) };
  });
  for (const moment of found) if (!known.has(moment.id)) await write(moment);
  if (found.length) keepsMoments();
  return found;
}

/** Remember how it went, and when the moment comes again. */
export async function remember(moment: KeptMoment, outcome: Outcome, now: Date): Promise<KeptMoment> {
  const { reviewed } = await scheduler();
  const review = { time: now.getTime(), outcome };
  const next = {
    ...moment,
    reviews: [...moment.reviews, review],
    memory: reviewed(moment.memory, outcome, now),
  };
  await write(next);
  return next;
}

/** Today's handful: what is due until the end of the day, the longest due first. */
export async function dueMoments(now: Date): Promise<KeptMoment[]> {
  return dueTonight(await allMoments(), now).slice(0, HANDFUL);
}

export function dueTonight<T extends { memory: Memory }>(moments: readonly T[], now: Date): T[] {
  const tonight = new Date(now).setHours(24, 0, 0, 0);
  const due = moments.filter(({ memory }) => memory.due.getTime() < tonight);
  return due.toSorted((a, b) => a.memory.due.getTime() - b.memory.due.getTime());
}

/** Forget the moments of a game. */
export const forgetMoments = (table: string) => drop((moment) => moment.table === table);

/** Signed out or deleted: this device keeps only the moments of its own games and of those it joined as a guest. */
export const dropOwnMoments = () => drop(({ table }) => !isLocal(table) && !guestTables().includes(table));

async function drop(gone: (moment: KeptMoment) => boolean): Promise<void> {
  for (const { id } of (await allMoments()).filter(gone)) await shelf.drop(id);
}
