import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { cardOf, daily, nextPuzzle, streakPuzzle, weekOf, type PuzzleBook } from "../../src/puzzles/puzzle";
import { ratingOf, solvedToday, solver, streakEnded, tried } from "../../src/puzzles/solver";

const file = "../src/piazzetta/data/puzzles/viaggiatore.json.gz"; // tests run in web/
const book = JSON.parse(gunzipSync(readFileSync(file)).toString()) as PuzzleBook;

beforeEach(() => localStorage.clear());

describe("puzzles", () => {
  it("brings each once before any comes again, day by day", () => {
    const n = book.puzzles.length;
    const days = Array.from({ length: n }, (_, day) => daily(book, 20_000 + day).id);
    expect(new Set(days).size).toBe(n);
  });

  it("gets harder along a streak, and stays hard", () => {
    const ratings = Array.from({ length: 60 }, (_, n) => streakPuzzle(book, n, () => 0.5).rating[0]);
    expect(ratings).toEqual(ratings.toSorted((a, b) => a - b));
    expect(streakPuzzle(book, 500, () => 0.999)).toBe(book.puzzles.at(-1));
  });

  it("offers those of a theme near a rating, unseen ones first", () => {
    const first = nextPuzzle(book, "bluff", 1500, [], () => 0);
    expect(first.themes).toContain("bluff");
    const second = nextPuzzle(book, "bluff", 1500, [first.id], () => 0);
    expect(second.id).not.toBe(first.id);
    const all = book.puzzles.map(({ id }) => id);
    expect(nextPuzzle(book, "bluff", 1500, all, () => 0).id).toBe(first.id);
  });

  it("compares a try with the best move that is no solution", () => {
    const puzzle = book.puzzles.find(({ best }) => best > 1) ?? book.puzzles[0]!;
    const card = cardOf(book, puzzle);
    expect(card.move).toBe(puzzle.weighed[puzzle.best]![0]);
    expect(card.weighed[0]!.win - card.weighed[puzzle.best]!.win).toBeGreaterThan(0.05);
  });
});

describe("the days of a week", () => {
  it("begin on Monday", () => {
    const thursday = 20_776; // 19 November 2026
    const week = weekOf(thursday);
    expect(week.map((day) => new Date(day * 86_400_000).getUTCDay())).toEqual([1, 2, 3, 4, 5, 6, 0]);
    expect(week[3]).toBe(thursday);
  });
});

describe("the solver", () => {
  it("is rated as Python's openskill rates", () => {
    const puzzle = { ...book.puzzles[0]!, rating: [1800, 240] as const }; // 30 ± 2 in openskill's numbers
    const won = tried(solver(), "viaggiatore", puzzle, true);
    expect(won.skill["viaggiatore"]!.mu).toBeCloseTo(29.12608035533331, 9);
    expect(won.skill["viaggiatore"]!.sigma).toBeCloseTo(7.81132297175074, 9);
    expect(solver()).toEqual(won);
    expect(won.latest).toEqual({ viaggiatore: [ratingOf(won, "viaggiatore")[0]] });
    expect(ratingOf(won, "portobello")).toEqual([1500, 1000]);
    localStorage.clear();
    expect(tried(solver(), "viaggiatore", puzzle, false).skill["viaggiatore"]!.mu).toBeCloseTo(22.448696673388103, 9);
  });

  it("counts days in a row, and keeps the longest streak", () => {
    let me = solvedToday(solver(), 100);
    me = solvedToday(me, 100);
    me = solvedToday(me, 101);
    expect(me.day).toEqual({ last: 101, row: 2, longest: 2 });
    me = solvedToday(me, 103);
    expect(me.day).toEqual({ last: 103, row: 1, longest: 2 });
    expect(me.solved).toEqual([100, 101, 103]);
    expect(streakEnded(streakEnded(me, "portobello", 4), "portobello", 3).streak).toEqual({ portobello: 4 });
  });

  it("starts anew where something else was kept", () => {
    localStorage.setItem("piazzetta.puzzles", "no JSON");
    expect(ratingOf(solver(), "portobello")).toEqual([1500, 1000]);
  });
});
