/**
 * The rulebooks clause by clause, read from the very files the package ships: there is no second copy of a rule.
 * A book is fetched when the drawer opens, in the language spoken; English is normative.
 */
import type { GameName } from "../table/table";

export interface Clause {
  /** "6.2", "E4"; empty for a line without a number. */
  number: string;
  /** Markdown, without its bullet and number; the points of a list (a, b, …) stand on lines of their own. */
  text: string;
}

export interface Chapter {
  number: string;
  title: string;
  clauses: Clause[];
  /** What stands between the clauses: paragraphs, and tables as rows of cells. */
  notes: string[];
  table: string[][];
}

export interface Rulebook {
  title: string;
  introduction: string;
  chapters: Chapter[];
}

const files = import.meta.glob<string>("../../../src/piazzetta/data/rules/{portobello,viaggiatore}*.md", {
  query: "?raw",
  import: "default",
});

/** A game's rulebook in a language. */
export async function rulebook(game: GameName, language: string): Promise<Rulebook> {
  const name = language === "en" ? game : `${game}.${language}`;
  return readRulebook(await files[`../../../src/piazzetta/data/rules/${name}.md`]!());
}

const joined = (lines: string[]): string =>
  lines
    .map((line) => line.trim())
    .join(" ")
    .trim();

export function readRulebook(markdown: string): Rulebook {
  const [head = "", ...parts] = markdown.split(/^## /m);
  const [title = "", ...introduction] = head.trim().split("\n");
  return { title: title.replace(/^# /, ""), introduction: joined(introduction), chapters: parts.map(readChapter) };
}

function readChapter(text: string): Chapter {
  const [heading = "", ...lines] = text.trim().split("\n");
  const [, number = "", title = heading] = /^(?:(\d+) )?(.*)$/.exec(heading)!;
  const chapter: Chapter = { number, title, clauses: [], notes: [], table: [] };
  let block: string[] = [];
  const close = () => {
    if (block[0]?.startsWith("- ")) chapter.clauses.push(...readClause(block));
    else if (block[0]?.startsWith("|")) chapter.table = readTable(block);
    else if (block.length) chapter.notes.push(joined(block));
    block = [];
  };
  for (const line of lines) {
    if (!line || line.startsWith("- ")) close();
    if (line) block.push(line);
  }
  close();
  return chapter;
}

function readTable(lines: string[]): string[][] {
  const rows = lines.filter((line) => !/^\|[-|]+\|$/.test(line));
  return rows.map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

/** A clause; a line of worked examples ("E4 (…) … E5 (…) …") holds several. */
function readClause(block: string[]): Clause[] {
  const items = [block[0]!.slice(2)];
  for (const line of block.slice(1)) {
    if (/^ +- /.test(line)) items.push(line.replace(/^ +- /, "\n- "));
    else items.push(` ${line.trim()}`);
  }
  return items
    .join("")
    .split(/(?<=\s)(?=[EX]\d+ \()/)
    .map((text) => {
      const [, number = "", rest = text] = /^(\d+\.\d+|[EX]\d+) ([^]*)$/.exec(text.trim()) ?? [];
      return { number, text: rest.trim() };
    });
}

/** A text as somebody types it: small letters, plain spaces and apostrophes, no accents, no marks of emphasis. */
export function typed(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[’‘]/g, "'").replace(/[*`]/g, "").replace(/\s+/g, " ").trim();
}

/** The clauses in which all words of a search stand, or whose number begins with it. */
export function search(book: Rulebook, wanted: string): Clause[] {
  const words = typed(wanted).split(" ");
  const number = wanted
    .trim()
    .toUpperCase()
    .replace(/^(\d+\.\d+)[A-D]$/, "$1");
  return book.chapters
    .flatMap((chapter) => chapter.clauses)
    .filter(({ number: own, text }) => {
      if (/^([EX]?\d+)(\.\d*)?$/.test(number)) return own === number || own.startsWith(`${number.replace(/\.$/, "")}.`);
      return words.every((word) => typed(text).includes(word));
    });
}

/** A clause by the number a refusal names; "6.2c" stands in 6.2. */
export function clause(book: Rulebook, number: string): Clause | undefined {
  const wanted = number.replace(/^(\d+\.\d+)[a-d]$/, "$1");
  return book.chapters.flatMap((chapter) => chapter.clauses).find((found) => found.number === wanted);
}
