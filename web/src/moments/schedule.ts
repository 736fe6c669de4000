/** When a moment comes again: by FSRS, the scheduler of Anki, with its own parameters and nothing left to chance. */
import { createEmptyCard, fsrs, Rating, type Card } from "ts-fsrs";
import type { MomentReview } from "../wire/generated/types";

export type Memory = Card;

/** A look at a moment, in milliseconds since 1970, and how it went: at once; after colder tries or with a hint; given up. */
export type Review = MomentReview;
export type Outcome = Review["outcome"];

const RATING = { solved: Rating.Good, helped: Rating.Hard, shown: Rating.Again } as const;
const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false });
const DAY = 24 * 60 * 60 * 1000;

/** A moment that has never been looked at: due at once. */
export const newMemory = (now: Date): Memory => createEmptyCard(now);

export const reviewed = (memory: Memory, outcome: Outcome, now: Date): Memory =>
  scheduler.next(memory, now, RATING[outcome]).card;

/** What is remembered of a moment after all its reviews, in their order: the same on every device. */
export const remembered = (kept: number, reviews: readonly Review[]): Memory =>
  reviews.reduce((memory, { time, outcome }) => reviewed(memory, outcome, new Date(time)), newMemory(new Date(kept)));

/** Whole days until it is due. */
export const daysUntil = (memory: Memory, now: Date): number =>
  Math.max(0, Math.round((memory.due.getTime() - now.getTime()) / DAY));
