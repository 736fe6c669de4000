/** Preferences: theme, sound, speed. Stored in the browser; the system's preferences apply until one is chosen. */
type Theme = "light" | "dark";
export const TEMPOS = ["slow", "normal", "quick"] as const;
export type Tempo = (typeof TEMPOS)[number];
/** When there is sound and vibration: never, when it is your turn, for everything that happens at a table. */
export const SOUND_LEVELS = ["off", "turn", "all"] as const;
type SoundLevel = (typeof SOUND_LEVELS)[number];
const SLOWNESS: Record<Tempo, number> = { slow: 1.8, normal: 1, quick: 0.35 };

function kept<T extends string>(name: string, values: readonly T[]): T | null {
  const value = localStorage.getItem(`piazzetta.${name}`) as T | null;
  return value && values.includes(value) ? value : null;
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

const likes = $state({
  theme: kept<Theme>("theme", ["light", "dark"]),
  system: (dark.matches ? "dark" : "light") as Theme,
  // earlier versions knew on and off
  sound: kept("sound", ["on"]) ? "all" : (kept<SoundLevel>("sound", SOUND_LEVELS) ?? "turn"),
  still: still.matches,
  /** Null: not chosen. A first game is slow, later ones are not. */
  tempo: kept<Tempo>("tempo", TEMPOS),
  first: false,
  name: localStorage.getItem("piazzetta.name") ?? "",
});

dark.addEventListener("change", () => {
  likes.system = dark.matches ? "dark" : "light";
  show();
});
still.addEventListener("change", () => (likes.still = still.matches));

function show(): void {
  document.documentElement.dataset.theme = theme();
}
show();

export function theme(): Theme {
  return likes.theme ?? likes.system;
}

export function switchTheme(): void {
  likes.theme = theme() === "dark" ? "light" : "dark";
  localStorage.setItem("piazzetta.theme", likes.theme);
  show();
}

export function soundLevel(): SoundLevel {
  return likes.sound;
}

export function setSoundLevel(level: SoundLevel): void {
  likes.sound = level;
  localStorage.setItem("piazzetta.sound", level);
}

/** Whether to reduce motion: pieces then simply appear in their places. */
export function reducedMotion(): boolean {
  return likes.still;
}

/** How fast the others' moves are shown. */
export function tempo(): Tempo {
  return likes.tempo ?? (likes.first ? "slow" : "normal");
}

/** Whether somebody plays their first game, which is shown at a pace one can follow. */
export function playsFirstGame(first: boolean): void {
  likes.first = first;
}

export function setTempo(tempo: Tempo): void {
  likes.tempo = tempo;
  localStorage.setItem("piazzetta.tempo", tempo);
}

/** What the time of everything shown is multiplied by. */
export function slowness(): number {
  return SLOWNESS[tempo()];
}

const PLAYED = "piazzetta.played";
const played = (): string[] => (localStorage.getItem(PLAYED) ?? "").split(" ").filter(Boolean);

/** The game that was played last; empty: none yet. */
export const lastGame = (): string => played()[0] ?? "";

export const hasPlayed = (game: string): boolean => played().includes(game);

export function setLastGame(game: string): void {
  localStorage.setItem(PLAYED, [game, ...played().filter((other) => other !== game)].join(" "));
}

export function ownName(): string {
  return likes.name;
}

export function setOwnName(name: string): void {
  likes.name = name;
  localStorage.setItem("piazzetta.name", name);
}
