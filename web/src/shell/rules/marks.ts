/** Marks the words of a search where they stand. The text itself stays as it is: `::highlight(found)` paints them. */
import { typed } from "./rulebook";

/** Where these words are in a text, each as its beginning and end. */
export function places(text: string, words: readonly string[]): [number, number][] {
  let flat = "";
  const origin: number[] = [];
  for (let at = 0; at < text.length; at++)
    for (const letter of typed(text[at]!)) {
      flat += letter;
      origin.push(at);
    }
  const found: [number, number][] = [];
  for (const word of words)
    for (let at = flat.indexOf(word); at >= 0; at = flat.indexOf(word, at + word.length))
      found.push([origin[at]!, origin[at + word.length - 1]! + 1]);
  return found;
}

/** Mark what a search found in a part of the page; without words, nothing is marked. Old browsers show no marks. */
export function markFound(place: Element | null | undefined, wanted: string): void {
  const highlights = globalThis.CSS?.highlights as HighlightRegistry | undefined;
  if (!highlights) return;
  highlights.delete("found");
  const words = typed(wanted.trim()).split(/\s+/).filter(Boolean);
  if (!place || !words.length) return;
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    for (const [from, to] of places(text.data, words)) {
      const range = new Range();
      range.setStart(text, from);
      range.setEnd(text, to);
      ranges.push(range);
    }
  }
  if (ranges.length) highlights.set("found", new Highlight(...ranges));
}
