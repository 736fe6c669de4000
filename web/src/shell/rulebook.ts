/** A game's rulebook, clause by clause, in the language spoken; fetched once. */
import type { GameName } from "../table/table";

export interface Section {
  number: string;
  title: string;
  clauses: { number: string; text: string }[];
}

const fetched = new Map<string, Promise<Section[]>>();

export function rulebook(game: GameName, language: string): Promise<Section[]> {
  const key = `${game} ${language}`;
  let book = fetched.get(key);
  if (!book) {
    book = fetch(`/api/v1/rules/${game}?lang=${language}`).then(async (answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return ((await answer.json()) as { sections: Section[] }).sections;
    });
    book.catch(() => fetched.delete(key));
    fetched.set(key, book);
  }
  return book;
}
