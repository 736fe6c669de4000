/** Analyses a finished game on this device, in a separate worker; one at a time. */
import type { AnalysisProgress, GameName } from "../table/table";
import { httpRefusal } from "./asking";
import { Channel, newThread, RefusedHere } from "./channel";

let last: Channel | null = null;

/** Poll this until the analysis is ready. `given`: the record, with the first request. */
export function analysing(given: () => unknown, thread = newThread): () => Promise<AnalysisProgress> {
  let channel: Channel | null = null;
  let progress: AnalysisProgress | null = null;

  async function next(): Promise<AnalysisProgress> {
    if (channel) return channel.ask("look", null);
    const record = (await given()) as { game: GameName };
    last?.close();
    last = channel = new Channel(record.game, thread());
    return channel.ask("analyse", { record });
  }

  return async () => {
    try {
      progress = progress?.analysis ? progress : await next();
    } catch (error) {
      channel?.close();
      channel = null; // the next request starts over
      throw error instanceof RefusedHere ? httpRefusal(error) : error;
    }
    if (progress.analysis) channel?.close();
    return progress;
  };
}
