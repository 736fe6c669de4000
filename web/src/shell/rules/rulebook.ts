/** A game's rulebook, clause by clause, in the language spoken; fetched once. */
import { common } from "../../table/reach.svelte";
import type { GameName } from "../../table/table";

export interface Clause {
  number: string;
  text: string;
}

export interface Section {
  number: string;
  title: string;
  clauses: Clause[];
}

const fetched = new Map<string, Promise<Section[]>>();

export function rulebook(game: GameName, language: string): Promise<Section[]> {
  const key = `${game} ${language}`;
  let book = fetched.get(key);
  if (!book) {
    const asked = common<{ sections: Section[] }>(
      `/api/v1/rules/${game}?lang=${language}`,
      `data/rules/${game}.${language}.json`,
    );
    book = asked.then((said) => said.sections);
    book.catch(() => fetched.delete(key));
    fetched.set(key, book);
  }
  return book;
}

/** A text as somebody types it: small letters, no accents, no marks of emphasis. */
function typed(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[*`]/g, "").replace(/[’‘]/g, "'");
}

/** Whether a clause has all the words sought, or a number that begins with them. */
export function matches(clause: Clause, wanted: string): boolean {
  const sought = typed(wanted.trim());
  if (/^[ex]?\d/.test(sought)) return clause.number.toLowerCase().startsWith(sought.replace(/(?<=\d)[a-d]$/, ""));
  return sought.split(/\s+/).every((word) => typed(clause.text).includes(word));
}

/** The number of the clause a refusal names: "6.2c" stands in 6.2. */
export function clauseOf(book: Section[], number: string): string {
  const all = book.flatMap((section) => section.clauses.map((clause) => clause.number));
  return all.find((one) => one === number) ?? all.find((one) => one === number.replace(/[a-d]$/, "")) ?? "";
}

/** What a clause says: without its dash and number, which stand beside it, and without the line breaks of the file; each
 * case of it ("a) …") keeps a line of its own. */
export function wording({ number, text }: Clause): string {
  const [first = "", ...cases] = text.replace(/^- /, "").split(/\n\s+- /);
  const whole = first.startsWith(`${number} `) ? first.slice(number.length + 1) : first;
  return [whole, ...cases].map((part) => plain(part.replace(/\s*\n\s*/g, " "))).join("\n");
}

/** Markdown's emphasis and code marks, as plain text. */
export function plain(text: string): string {
  return text.replace(/\*\*|`/g, "").replace(/(^|\s|\()\*(?=\S)|(?<=\S)\*(?=[\s.,;:)]|$)/g, "$1");
}
