/** Finds the moments of a game: its analysis first, then a second search for each costly decision of a seat. */
import { analysing } from "../local/analysis";
import { httpRefusal } from "../local/asking";
import { Channel, newThread, RefusedHere } from "../local/channel";
import { analysed } from "../table/analysed";
import { analysis } from "../table/http";
import { isLocal } from "../table/reach.svelte";
import { record as recordOf } from "../table/requests";
import type { GameName } from "../table/table";
import { BROUGHT, broughtGame } from "./brought";
import type { Judged, MomentCard } from "./moment";

/** How far the search is: decisions judged, then doubtful ones looked at again. */
export interface Sought {
  part: "judging" | "checking";
  done: number;
  of: number;
}

/** Look for a seat's moments, in a worker of its own. Stops when `gone` says so. */
export async function seekMoments(
  table: string,
  seat: number,
  tell: (sought: Sought) => void,
  gone: () => boolean,
): Promise<MomentCard[]> {
  const judged = await judgedDecisions(table, seat, tell, gone);
  if (gone()) return [];
  const record = (await given(table)) as { game: GameName };
  const channel = new Channel(record.game, newThread());
  try {
    let progress = await channel.ask("moments", { record, seat, judged });
    while (!progress.ready && !gone()) {
      tell({ part: "checking", done: progress.done, of: progress.of });
      progress = await channel.ask("seek", null);
    }
    return progress.moments;
  } catch (error) {
    throw error instanceof RefusedHere ? httpRefusal(error) : error;
  } finally {
    channel.close();
  }
}

const given = async (table: string): Promise<unknown> => (table === BROUGHT ? broughtGame()?.record : recordOf(table));

async function judgedDecisions(
  table: string,
  seat: number,
  tell: (sought: Sought) => void,
  gone: () => boolean,
): Promise<Judged[]> {
  const here = table === BROUGHT || isLocal(table);
  const ask = here ? analysing(() => given(table)) : () => analysis(table);
  const found = await analysed(ask, ({ done, of }) => tell({ part: "judging", done, of }), gone);
  const own = found?.decisions.filter((decision) => decision.seat === seat) ?? [];
  return own.map(({ index, gave_away, best }) => [index, gave_away, best]);
}
