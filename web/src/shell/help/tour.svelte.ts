/** "Show me round": a table with a prepared position, three seats, two easy bots, and a coach. */
import { make } from "../../table/house";
import type { GameName } from "../../table/table";
import { t } from "../../words/index.svelte";
import { botNames } from "../seats/players";
import { asked, go } from "../route.svelte";
import { ownName } from "../bar/settings.svelte";

export async function showRound(game: GameName): Promise<void> {
  const bots = botNames(2).map((name) => ({ kind: "bot" as const, level: "easy", name }));
  const seats = [{ kind: "me" as const, name: ownName() || t("front.player", { n: 1 }) }, ...bots];
  const { table } = await make({ game, seats, tour: true, options: { listed: false } });
  go(`/t/${table}?tour`);
}

/** What a newcomer has learnt, at a table whose address asks for the tour. */
export class Tour<Lesson extends string> {
  on = $state(asked().has("tour"));
  learnt = $state.raw<ReadonlySet<Lesson>>(new Set());

  learn(...lessons: Lesson[]): void {
    if (this.on) this.learnt = new Set([...this.learnt, ...lessons]);
  }
}
