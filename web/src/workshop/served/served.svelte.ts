/** Maps and decks that people of this server made for everybody: listed, put there, taken down. */
import { ask } from "../../table/http";
import { recall, remember } from "../../table/stored";
import type { GameName } from "../../table/table";
import type * as wire from "../../wire/generated/types";

export type Served = wire.ShelvedCard;

/** The tokens of what this browser shared, by key; the admin's own key under "". */
const PLACE = "piazzetta.shelf";
const HOST = "";

let shelf = $state.raw<{ all: Served[] | null; asked: boolean }>({ all: null, asked: false });

const tokens = () => recall<Record<string, string>>(PLACE, {});
const keep = (key: string, token: string) => remember(PLACE, { ...tokens(), [key]: token });

/** What is there; null where there is no server. Asks once, unless something has changed. */
export function served(game: GameName): Served[] | null {
  if (!shelf.asked) {
    shelf.asked = true;
    queueMicrotask(() => void look());
  }
  return shelf.all?.filter((one) => one.game === game) ?? null;
}

async function look(): Promise<void> {
  try {
    shelf = { asked: true, all: (await ask<wire.Shelf>("/shelf")).shelf };
  } catch {
    shelf = { asked: true, all: null };
  }
}

/** `/workshop#host=KEY` gives this browser the admin's key. */
export function hostKey(hash: string): void {
  const found = /^#host=(.+)$/.exec(hash);
  if (found) keep(HOST, decodeURIComponent(found[1]!));
}

export const servedChart = (key: string): Promise<unknown> =>
  ask<wire.ShelvedPiece>(`/shelf/${encodeURIComponent(key)}`).then(({ chart }) => chart);

export async function put(game: GameName, title: string, chart: unknown, players: number): Promise<void> {
  const { key, token } = await ask<wire.Put>("/shelf", { game, title, chart, players });
  keep(key, token);
  await look();
}

/** What allows to remove it: its maker's token, or the admin's key. */
export const tokenOf = (key: string): string | null => tokens()[key] ?? tokens()[HOST] ?? null;

export async function takeDown(key: string): Promise<void> {
  await ask(`/shelf/${encodeURIComponent(key)}/take_down`, { token: tokenOf(key) });
  await look();
}
