/**
 * The illustrated rulebooks, made by `piazzetta build-rulebooks`: whole ones for their own page, and the reference
 * beside the table. A PDF is there if `make rulebooks` made it.
 */
import type { GameName } from "../table/table";
import type { Language } from "../words/index.svelte";
import "../../../src/piazzetta/booklet/booklet.css";
import "../../../src/piazzetta/booklet/tables.css";
import "../../../src/piazzetta/booklet/print.css";

const files = import.meta.glob<string>("./generated/*.{html,pdf}", { query: "?url", import: "default", eager: true });
const fetched = new Map<string, Promise<string>>();

function address(name: string): string | undefined {
  return files[`./generated/${name}`];
}

function read(name: string): Promise<string> {
  let text = fetched.get(name);
  if (!text) {
    text = fetch(address(name) ?? name).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    });
    text.catch(() => fetched.delete(name));
    fetched.set(name, text);
  }
  return text;
}

/** The whole rulebook, as HTML of our own build. */
export function book(game: GameName, language: Language): Promise<string> {
  return read(`${game}.${language}.html`);
}

/** A turn in short, who knows what, editions, options and sources. */
export function aside(game: GameName, language: Language): Promise<string> {
  return read(`${game}.${language}.aside.html`);
}

/** A turn in pictures: each with what happens there. */
export async function turn(game: GameName, language: Language): Promise<{ picture: string; said: string }[]> {
  const html = await read(`${game}.${language}.turn.html`);
  const frames = new DOMParser().parseFromString(html, "text/html").querySelectorAll(".frame");
  return Array.from(frames, (frame) => {
    frame.querySelector(".step")?.remove();
    return {
      picture: frame.querySelector("svg")!.outerHTML,
      said: frame.querySelector(".said")?.textContent.trim() ?? "",
    };
  });
}

export function pdf(game: GameName, language: Language): string | undefined {
  return address(`${game}.${language}.pdf`);
}

/** The edition that speaks a language; else the default one stays. */
export function choose(article: HTMLElement | null | undefined, edition: string | null): void {
  if (article && edition) article.dataset.edition = edition;
}
