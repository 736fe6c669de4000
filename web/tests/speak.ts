/** A reader for tests: a language's messages, names by colour, and a seat that is "you". */
import { readFileSync } from "node:fs";
import { speech as portobello } from "../src/local/generated/speech/portobello";
import { speech as viaggiatore } from "../src/local/generated/speech/viaggiatore";
import type { GameName } from "../src/table/table";
import { text, type Compiled } from "../src/words/message";
import { learn, type Message, type Speech } from "../src/words/speech";

export const LANGUAGES = ["en", "it", "es", "fr", "de"];

learn("portobello", portobello);
learn("viaggiatore", viaggiatore);

const data = (path: string) => JSON.parse(readFileSync(path, "utf8"));
export const charts = {
  portobello: data("../src/piazzetta/data/portobello-map.json"),
  viaggiatore: data("../src/piazzetta/data/viaggiatore-deck.json"),
};

export const catalogues = import.meta.glob<Record<string, Compiled>>(
  ["../src/words/*/*.json", "../../src/piazzetta/games/*/words/*/*.json"],
  { eager: true, import: "default" },
);

/** All messages of a game in a language. */
export function wordsOf(language: string, game: GameName): Record<string, Compiled> {
  const found = Object.entries(catalogues).filter(([path]) => path.includes(`/games/${game}/words/${language}/`));
  return Object.assign({}, ...found.map(([, messages]) => messages));
}

export interface Speaker {
  speech: Speech;
  say(message: Message): string;
}

export function speak(language: string, game: GameName, you: number | null, names?: string[]): Speaker {
  const words = wordsOf(language, game);
  const t: Speech["t"] = (key, params = {}) => {
    const message = words[key.slice(game.length + 1)];
    if (!key.startsWith(game) || message === undefined) throw new Error(`${language} has no words for ${key}`);
    return text(message, params, language);
  };
  const speech: Speech = {
    game,
    t,
    list: (items) => new Intl.ListFormat(language, { type: "conjunction" }).format(items),
    decimal: (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value),
    name: (seat) => names?.[seat] ?? t(`${game}.seat.${seat}.name`),
    mine: (seat) => seat === you,
    chart: charts[game as keyof typeof charts],
  };
  return { speech, say: ({ key, params }) => t(key, params) };
}
