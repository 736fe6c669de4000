/** The page in five languages, each in files of its own: only the chosen one is loaded. English is the reference. */
import { untrack } from "svelte";
import { common } from "../table/reach.svelte";
import type enInterface from "./en/interface.json";
import { format, type Compiled, type Messages, type Params, type Part } from "./message";

export const LANGUAGES = { en: "English", it: "Italiano", es: "Español", fr: "Français", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;
export type InterfaceKey = keyof typeof enInterface;
/** A key: the page's own are checked by name, those of the other subjects are `subject.key`. */
export type Key = InterfaceKey | `${string}.${string}`;

const GAMES = "../../../src/piazzetta/games";
const PARTS = ["setup", "game", "reasons", "map", "deck", "position"];
const files = {
  en: () => import("./en"),
  it: () => import("./it"),
  es: () => import("./es"),
  fr: () => import("./fr"),
  de: () => import("./de"),
};

const spoken = $state<{ language: Language; subjects: Record<string, Messages> }>({ language: "en", subjects: {} });
const wanted = new Set<string>(["interface"]);

const KEPT = "piazzetta.language";

function known(tag: string | null | undefined): Language | null {
  const short = tag?.slice(0, 2).toLowerCase() ?? "";
  return short in LANGUAGES ? (short as Language) : null;
}

/** The initial language: the one chosen before, else the first of the browser's languages that we support. */
export function wished(): Language {
  const before = known(localStorage.getItem(KEPT));
  return before ?? navigator.languages.map(known).find((found) => found !== null) ?? "en";
}

async function fetchSubject(language: Language, subject: string): Promise<Messages> {
  const { first, later } = await files[language]();
  if (subject === "interface") return first as Messages;
  const [game, part] = subject.split("/");
  const load = later[`./${language}/${subject}.json`] ?? later[`${GAMES}/${game}/words/${language}/${part}.json`];
  if (load) return await load();
  return part === "setup" ? served(game!, language) : {}; // all of it comes with the setup
}

/** The messages of a game that this page was built without: the server, or the static site, has them. */
async function served(game: string, language: Language): Promise<Messages> {
  const [api, file] = [`/api/v1/words/${game}?lang=${language}`, `data/words/${game}.${language}.json`];
  return await common<{ messages: Messages }>(api, file).then(
    ({ messages }) => messages,
    () => ({}),
  );
}

/**
 * Load subjects (message files) in the current language; they stay loaded when the language changes. A game has
 * several: `GAME/setup` to choose and name it, `GAME/game` to play it, `GAME/reasons` for hints.
 */
export async function need(...subjects: string[]): Promise<void> {
  for (const subject of subjects) wanted.add(subject);
  // untracked: a screen that waits for its words is not built again when the language changes
  const { language, missing } = untrack(() => ({
    language: spoken.language,
    missing: subjects.filter((subject) => !(subject in spoken.subjects)),
  }));
  const found = await Promise.all(missing.map((subject) => fetchSubject(language, subject)));
  if (language !== spoken.language) return await need(...subjects);
  for (const [index, subject] of missing.entries()) spoken.subjects[subject] = found[index]!;
}

/** Switch the language: all at once, when its messages are loaded. */
export async function setLanguage(language: Language): Promise<void> {
  const found: Record<string, Messages> = {};
  const missing = () => [...wanted].filter((subject) => !(subject in found));
  while (missing().length)
    await Promise.all(missing().map(async (subject) => (found[subject] = await fetchSubject(language, subject))));
  spoken.subjects = found;
  spoken.language = language;
  document.documentElement.lang = language;
  localStorage.setItem(KEPT, language);
}

export function language(): Language {
  return spoken.language;
}

/** All messages of a game that people play by, for a worker that speaks to them. */
export async function messagesOf(game: string): Promise<Messages> {
  const subjects = [`${game}/setup`, `${game}/game`];
  await need(...subjects);
  return Object.assign({}, ...subjects.map((subject) => $state.snapshot(spoken.subjects[subject])));
}

function find(key: string): Compiled | undefined {
  const own = spoken.subjects["interface"]?.[key];
  if (own !== undefined) return own;
  const dot = key.indexOf(".");
  const [subject, rest] = [key.slice(0, dot), key.slice(dot + 1)];
  return [subject, ...PARTS.map((part) => `${subject}/${part}`)]
    .map((name) => spoken.subjects[name]?.[rest])
    .find((found) => found !== undefined);
}

/** Whether there is a message for a key. */
export function has(key: string): boolean {
  return find(key) !== undefined;
}

/** A message as parts; parameters can be rendered richly. */
export function parts(key: Key, params: Params = {}): Part[] {
  return format(find(key) ?? key, params, spoken.language);
}

/** A message as plain text. */
export function t(key: Key, params: Params = {}): string {
  return parts(key, params)
    .map((part) => part.text)
    .join("");
}

/** "a, b and c" in the current language. */
export function list(items: string[]): string {
  return new Intl.ListFormat(spoken.language, { type: "conjunction" }).format(items);
}

/** A number with at most one decimal. */
export function decimal(value: number): string {
  return new Intl.NumberFormat(spoken.language, { maximumFractionDigits: 1 }).format(value);
}

/** A share as a whole per cent, written as the current language does: "39%", "39 %". */
export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(spoken.language, { style: "percent", maximumFractionDigits: digits }).format(share);
}

/** "a, b or c". */
export function either(items: string[]): string {
  return new Intl.ListFormat(spoken.language, { type: "disjunction" }).format(items);
}

/** A sentence begins with a capital. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(spoken.language) + text.slice(1);
}
