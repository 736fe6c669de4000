import { expect, it } from "vitest";
import { text, type Compiled } from "../src/words/message";

const files = import.meta.glob<Record<string, Compiled>>("../src/words/*/{interface,viaggiatore-table}.json", {
  import: "default",
  eager: true,
});

/** How each language says what a mouse does, and a finger. */
const HANDS = {
  en: ["Point at", "Tap"],
  it: ["Passa sopra", "Tocca"],
  es: ["Señala", "Toca"],
  fr: ["Pointe", "Touche"],
  de: ["Zeig auf", "Tippe auf"],
} as const;

it.each(Object.entries(HANDS))("the tour says what a hand can do, in %s", (language, [mouse, finger]) => {
  for (const [file, key] of [
    ["interface", "coach.again"],
    ["viaggiatore-table", "coach.travel"],
  ] as const) {
    const message = files[`../src/words/${language}/${file}.json`]![key]!;
    expect(text(message, { touch: false }, language)).toContain(mouse);
    expect(text(message, { touch: true }, language)).toContain(finger);
    expect(text(message, { touch: true }, language)).not.toContain(mouse);
  }
});
