/** The puzzles that come with the page, one file a game, as `puzzles/puzzle.py` writes it. */
import type { MomentCard } from "../moments/moment";
import type { GameName } from "../table/table";

/** A rating and its uncertainty, as people read them. */
export type Shown = readonly [rating: number, uncertainty: number];

export interface Puzzle {
  id: string;
  game: number;
  /** Of the game's moves. */
  index: number;
  seat: number;
  round: number;
  /** How many of the first moves are solutions. */
  best: number;
  /** Every legal move, the best first. */
  weighed: [move: string, win: number, points: number[]][];
  themes: string[];
  rating: Shown;
}

export interface PuzzleBook {
  game: GameName;
  bots: Record<string, Shown>;
  settings: Record<string, unknown>[];
  games: ({ setting: number; moves: [number, string][] } & Record<string, unknown>)[];
  /** The easiest first. */
  puzzles: Puzzle[];
}

const files = import.meta.glob<string>("../../../src/piazzetta/data/puzzles/*.json.gz", {
  query: "?url",
  import: "default",
  eager: true,
});
const FILE = /([\w-]+)\.json\.gz$/;

/** The games that have puzzles. */
export const PUZZLED: readonly GameName[] = Object.keys(files).map((path) => FILE.exec(path)![1]!);

const books = new Map<GameName, Promise<PuzzleBook>>();

export function puzzleBook(game: GameName): Promise<PuzzleBook> {
  if (!books.has(game)) {
    const loading = load(Object.entries(files).find(([path]) => FILE.exec(path)![1] === game)![1]);
    loading.catch(() => books.delete(game)); // it may be there next time
    books.set(game, loading);
  }
  return books.get(game)!;
}

async function load(address: string): Promise<PuzzleBook> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  const data = await answer.blob();
  const [first, second] = new Uint8Array(await data.slice(0, 2).arrayBuffer());
  const packed = first === 0x1f && second === 0x8b; // some hosts unpack it on the way
  const text = packed ? data.stream().pipeThrough(new DecompressionStream("gzip")) : data.stream();
  return (await new Response(text).json()) as PuzzleBook;
}

/** A puzzle as a moment, which can be solved on the board: whatever does not solve it is compared with the next best. */
export function cardOf(book: PuzzleBook, puzzle: Puzzle): MomentCard {
  const { setting, moves, ...dealt } = book.games[puzzle.game]!;
  const { index, seat, round, weighed } = puzzle;
  return {
    index,
    seat,
    round,
    move: weighed[puzzle.best]![0],
    weighed: weighed.map(([move, win, points]) => ({ move, win, points })),
    against: [],
    record: {
      format: "piazzetta/1",
      ...book.settings[setting],
      ...dealt,
      moves: moves.slice(0, index),
      result: null,
      game: book.game,
    } as MomentCard["record"],
  };
}

/** What everybody may know of a puzzle. */
export const about = (book: PuzzleBook, { game, round, rating }: Puzzle) => ({
  players: Number(book.settings[book.games[game]!.setting]!["players"]),
  round,
  rating: rating[0],
});

/** Days since 1970 by this device's calendar. */
export const dayOf = (date: Date): number =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/** The days of a day's week, from Monday. */
export function weekOf(day: number): number[] {
  const monday = day - ((day + 3) % 7); // 1970 began on a Thursday
  return Array.from({ length: 7 }, (_, after) => monday + after);
}

/** The puzzle of a day: the same for everybody, and no other comes twice before all have come. */
export function daily(book: PuzzleBook, day: number): Puzzle {
  const STEP = 7919; // a prime, so that neighbours in the file, which are equally hard, are far apart
  return book.puzzles[(day * STEP) % book.puzzles.length]!;
}

/** The game of a day: in turn. */
export const gameOf = (day: number): GameName => PUZZLED[day % PUZZLED.length]!;

/** Puzzle number `n` of a streak: harder and harder, drawn among those of its level. */
export function streakPuzzle(book: PuzzleBook, n: number, random: () => number = Math.random): Puzzle {
  const { length } = book.puzzles;
  const STEPS = 40; // then they stay hard
  const part = Math.min(n, STEPS - 1) / STEPS;
  return book.puzzles[Math.floor(length * (part + random() / STEPS))]!;
}

/** A puzzle of a theme (null: any) near a rating that was not seen lately. */
export function nextPuzzle(
  book: PuzzleBook,
  theme: string | null,
  rating: number,
  seen: readonly string[],
  random: () => number = Math.random,
): Puzzle {
  const CHOICE = 12;
  const own = book.puzzles.filter(({ themes }) => theme === null || themes.includes(theme));
  const fresh = own.filter(({ id }) => !seen.includes(id));
  const near = (fresh.length ? fresh : own).toSorted(
    (a, b) => Math.abs(a.rating[0] - rating) - Math.abs(b.rating[0] - rating),
  );
  return near[Math.floor(random() * Math.min(CHOICE, near.length))]!;
}
