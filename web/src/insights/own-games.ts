/** My finished games, wherever they are: those of the profile or guest on the server, and those on this device. */
import { myGames, older, type FinishedGame } from "../club/club";
import { allGames } from "../local/games";
import { isLesson, isShared, type KeptGame } from "../local/kept-game";
import { hasEngine } from "../local/kernels/modules";
import { guestsFinished } from "../shell/header/pending.svelte";
import { isKept } from "../table/keys";
import { serverThere } from "../table/reach.svelte";
import { info } from "../table/requests";
import type { GameName } from "../table/table";

/** Who sat where: `bot:hard`, `person:Anna`, …; and which of them I was. */
export interface Seating {
  seat: number;
  players: string[];
}

export interface OwnGame {
  table: string;
  game: GameName;
  ended: number;
  seating: () => Promise<Seating>;
}

type Sitting = Pick<FinishedGame["seats"][number], "kind" | "name" | "level">;

const keyOf = ({ kind, name, level }: Sitting) =>
  kind === "bot" ? `bot:${level ?? name ?? ""}` : `person:${name ?? ""}`;

/** The latest first. Where several players share a device nobody knows which of them I was, so such games are left out. */
export async function ownGames(): Promise<OwnGame[]> {
  const here = (await allGames()).filter((game) => game.status === "over" && !isLesson(game) && !isShared(game));
  const there = serverThere() ? await finishedGames() : [];
  const all = [...here.map(keptHere), ...there.filter(({ yours }) => yours.length === 1).map(keptThere)];
  return all.filter(({ game }) => hasEngine(game)).toSorted((a, b) => b.ended - a.ended);
}

async function finishedGames(): Promise<FinishedGame[]> {
  if (!isKept()) return guestsFinished();
  const found = await myGames();
  const games = [...found.finished];
  for (let { more } = found; more;) {
    const next = await older(games.at(-1)!.ended);
    games.push(...next.finished);
    more = next.more && next.finished.length > 0;
  }
  return games;
}

const keptThere = ({ table, game, ended, seats, yours }: FinishedGame): OwnGame => ({
  table,
  game,
  ended,
  seating: async () => ({ seat: yours[0]!, players: seats.map(keyOf) }),
});

const keptHere = ({ id, game, changed }: KeptGame): OwnGame => ({
  table: id,
  game,
  ended: changed,
  seating: async () => {
    const { seats } = await info(id);
    return { seat: seats.findIndex(({ kind }) => kind !== "bot"), players: seats.map(keyOf) };
  },
});
