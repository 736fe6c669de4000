/** When a moment comes again: by FSRS, the scheduler of Anki, with its own parameters and nothing left to chance. */
import { createEmptyCard, fsrs, Rating, type Card } from "ts-fsrs";

export type Memory = Card;

/** How it went: at once; after colder tries or with a hint; given up. */
export type Outcome = "solved" | "helped" | "shown";

const RATING = { solved: Rating.Good, helped: Rating.Hard, shown: Rating.Again } as const;
const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false });
const DAY = 24 * 60 * 60 * 1000;

/** A moment that has never been looked at: due at once. */
export const newMemory = (now: Date): Memory => createEmptyCard(now);

export const reviewed = (memory: Memory, outcome: Outcome, now: Date): Memory =>
  scheduler.next(memory, now, RATING[outcome]).card;

/** Whole days until it is due. */
export const daysUntil = (memory: Memory, now: Date): number =>
  Math.max(0, Math.round((memory.due.getTime() - now.getTime()) / DAY));
