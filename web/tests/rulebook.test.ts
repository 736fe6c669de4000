/** The rulebooks as the drawer shows them. */
import { describe, expect, it } from "vitest";
import { clause, rulebook, search } from "../src/words/rulebook";

const GAMES = ["portobello", "viaggiatore"] as const;
const LANGUAGES = ["en", "it", "es", "fr", "de"];

describe.each(GAMES)("%s", (game) => {
  it.each(LANGUAGES)("has the same chapters, clauses, tables and examples in %s", async (language) => {
    const [english, other] = [await rulebook(game, "en"), await rulebook(game, language)];
    const shape = (book: typeof english) =>
      book.chapters.map(({ number, clauses, notes, table }) => [
        number,
        clauses.map((found) => [found.number, found.text.split("\n").length]),
        notes.length,
        table.map((row) => row.length),
      ]);
    expect(shape(other)).toEqual(shape(english));
    expect(other.title).toBeTruthy();
    expect(other.introduction.length).toBeGreaterThan(100);
  });

  it("numbers every clause", async () => {
    for (const chapter of (await rulebook(game, "en")).chapters)
      for (const found of chapter.clauses) expect(found.number, found.text).not.toBe("");
  });
});

describe("looking things up", () => {
  it("finds a clause by number, part of it and example", async () => {
    const book = await rulebook("portobello", "en");
    expect(clause(book, "4.3")?.text).toBe("Costs one action.");
    expect(clause(book, "6.2c")?.text.split("\n")).toHaveLength(5);
    expect(clause(book, "E7")?.text).toBe("(6.2d) yellow has 2, everyone else 1: red pays 1, yellow gains 1.");
    expect(clause(book, "99")).toBeUndefined();
    expect(search(book, "6").map(({ number }) => number)).toEqual(["6.1", "6.2", "6.3", "6.4"]);
    expect(search(book, "6.2c").map(({ number }) => number)).toEqual(["6.2"]);
    expect(search(book, "1").map(({ number }) => number)).toEqual(["1.1", "1.2", "1.3", "1.4", "1.5"]);
  });

  it("finds words however they are typed", async () => {
    const book = await rulebook("portobello", "fr");
    expect(search(book, "l'evaluation")).toEqual([]);
    expect(search(book, "ETAL case libre").map(({ number }) => number)).toEqual(["4.1", "4.2"]);
    expect(search(book, "d'un bout à l'autre").map(({ number }) => number)).toEqual(["4.2"]);
  });

  it("keeps the table of editions", async () => {
    const table = (await rulebook("portobello", "de")).chapters.find(({ table }) => table.length)!.table;
    expect(table).toHaveLength(8);
    expect(table[1]).toEqual(["2.1 Startpunkte", "10", "0", "10", "10", "10"]);
  });
});
