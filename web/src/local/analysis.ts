/** A finished game analysed on this device, in a worker of its own; one at a time. */
import type { AnalysisProgress, GameName } from "../table/table";
import { httpRefusal } from "./asking";
import { Channel, newThread, RefusedHere } from "./channel";

let last: Channel | null = null;

/** What to ask until the analysis is there. `given`: the record, when it is first asked. */
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
      channel = null; // whoever asks again begins anew
      throw error instanceof RefusedHere ? httpRefusal(error) : error;
    }
    if (progress.analysis) channel?.close();
    return progress;
  };
}
