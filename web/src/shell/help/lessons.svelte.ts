/** Short lessons: tables with a prepared position and a goal. This device remembers which ones have been mastered. */
import type { NewTable } from "../../table/http";
import { make } from "../../table/requests";
import { recall, remember as store } from "../../table/stored";
import type { GameName } from "../../table/table";
import { t } from "../../words/index.svelte";
import { ownName } from "../bar/settings.svelte";
import { go } from "../route.svelte";
import { botNames } from "../seats/players";

const KEPT = "piazzetta.lessons";

type Kept = Partial<Record<GameName, string[]>>;

const progress = $state<{ kept: Kept }>({ kept: recall<Kept>(KEPT, {}) });

export function mastered(game: GameName, lesson: string): boolean {
  return progress.kept[game]?.includes(lesson) ?? false;
}

export function remember(game: GameName, lesson: string): void {
  if (mastered(game, lesson)) return;
  progress.kept = { ...progress.kept, [game]: [...(progress.kept[game] ?? []), lesson] };
  store(KEPT, progress.kept);
}

/** A table with easy bots, laid out for somebody who learns. */
function wishFor(game: GameName, players: number, prepared: { tour: true } | { lesson: string }): NewTable {
  const bots = botNames(players - 1).map((name) => ({ kind: "bot" as const, level: "easy", name }));
  const seats = [{ kind: "me" as const, name: ownName() || t("front.player", { n: 1 }) }, ...bots];
  return { game, seats, ...prepared, options: { listed: false } };
}

export async function takeLesson(game: GameName, lesson: string, players: number): Promise<void> {
  go(`/t/${(await make(wishFor(game, players, { lesson }))).table}`);
}

/** The lesson's position on the analysis board, wherever the lesson is played. */
export async function studyLesson(game: GameName, lesson: string, players: number): Promise<void> {
  const [local, { bring, LAST }] = await Promise.all([import("../../local/requests"), import("../../study/opening")]);
  bring(JSON.stringify(await local.laidOut(wishFor(game, players, { lesson }))), LAST);
}

/** "Show me round": a first turn, guided step by step. */
export async function showRound(game: GameName): Promise<void> {
  go(`/t/${(await make(wishFor(game, 3, { tour: true }))).table}?tour`);
}
