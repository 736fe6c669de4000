/** A game's rulebook, clause by clause, in the current language; fetched once. */
import { common } from "../../table/reach.svelte";
import type { GameName } from "../../table/table";
import type * as wire from "../../wire/generated/types";

export type Clause = wire.Clause;
export type Section = Omit<wire.Section, "text">;

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

/** Normalizes text for search: lower case, no accents, no emphasis marks. */
export function typed(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[*`]/g, "").replace(/[’‘]/g, "'");
}

/** Whether a text contains all the words. */
export function found(text: string, wanted: string): boolean {
  const whole = typed(text);
  return typed(wanted.trim())
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

/** Whether a clause contains all the words, or its number begins with them. */
export function matches(clause: Clause, wanted: string): boolean {
  const sought = typed(wanted.trim());
  if (/^[ex]?\d/.test(sought)) return clause.number.toLowerCase().startsWith(sought.replace(/(?<=\d)[a-d]$/, ""));
  return found(clause.text, wanted);
}

/** The number of the clause in a refusal: "6.2c" is part of 6.2. */
export function clauseOf(book: Section[], number: string): string {
  const all = book.flatMap((section) => section.clauses.map((clause) => clause.number));
  return all.find((one) => one === number) ?? all.find((one) => one === number.replace(/[a-d]$/, "")) ?? "";
}

/** A clause's text: without its dash and number, which appear beside it, and without the file's line breaks; each
 * case of it ("a) …") keeps its own line. */
export function wording({ number, text }: Clause): string {
  const [first = "", ...cases] = text.replace(/^- /, "").split(/\n\s+- /);
  const whole = first.startsWith(`${number} `) ? first.slice(number.length + 1) : first;
  return [whole, ...cases].map((part) => plain(part.replace(/\s*\n\s*/g, " "))).join("\n");
}

/** Strips Markdown's emphasis and code marks. */
export function plain(text: string): string {
  return text.replace(/\*\*|`/g, "").replace(/(^|\s|\()\*(?=\S)|(?<=\S)\*(?=[\s.,;:)]|$)/g, "$1");
}
