/** Analyses my finished games one after the other, each once, on this device: a server has its tables to look after. */
import { analysing } from "../local/analysis";
import { asked } from "../local/asking";
import { analysed } from "../table/analysed";
import { Refused, type FairRecord } from "../table/http";
import { record as recordOf } from "../table/requests";
import { keepDigest, keptDigests } from "./digests";
import type { Digest } from "./insight";
import { ownGames, type OwnGame } from "./own-games";

export interface Gathered {
  digests: Digest[];
  /** How many games are known, and how many of them are done; that could not be analysed are some of these. */
  of: number;
  done: number;
  failed: number;
  /** The game that is being analysed: decisions and draws judged. */
  judged: { done: number; of: number } | null;
}

/** Tell what is known as it grows, until there is nothing left or `gone` says that nobody waits. */
export async function gather(tell: (gathered: Gathered) => void, gone: () => boolean): Promise<void> {
  const kept = await keptDigests();
  let [failed, of] = [0, kept.size];
  const say = (judged: Gathered["judged"] = null) => {
    if (gone()) return;
    const digests = [...kept.values()].filter((one) => one !== null);
    tell({ digests, of, done: kept.size + failed, failed, judged });
  };
  say();
  const left = (await ownGames()).filter(({ table }) => !kept.has(table));
  of += left.length;
  for (const game of left) {
    if (gone()) return;
    say({ done: 0, of: 0 });
    try {
      const digest = await digestOf(game, say, gone);
      if (gone()) return;
      kept.set(game.table, digest);
      await keepDigest(game.table, digest);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      failed++; // its rules are older than this page, for example
    }
  }
  say();
}

async function digestOf(
  { table, game, ended, seating }: OwnGame,
  tell: (judged: Gathered["judged"]) => void,
  gone: () => boolean,
): Promise<Digest | null> {
  const record: FairRecord = await recordOf(table);
  if (record.fair?.prepared) return null; // a lesson: somebody else made its moves
  const analysis = await analysed(
    analysing(() => record),
    ({ done, of }) => tell({ done, of }),
    gone,
  );
  if (!analysis) return null;
  return asked(game, "digest", { record, analysis, ...(await seating()), table, time: ended });
}
