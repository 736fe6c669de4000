/** Waits for the analysis of a game, whether a server makes it or this device. */
import type { AnalysisProgress, GameAnalysis } from "./table";

/** A server is asked once a second; a device's own answer takes that long, and it goes on at once. */
const EVERY = 1000;

/** Ask until the analysis is ready; null: `gone` says that nobody waits for it any more. */
export async function analysed(
  ask: () => Promise<AnalysisProgress>,
  tell: (progress: AnalysisProgress) => void,
  gone: () => boolean,
): Promise<GameAnalysis | null> {
  while (!gone()) {
    const begun = performance.now();
    const progress = await ask();
    tell(progress);
    if (progress.analysis) return progress.analysis;
    await new Promise((resolve) => setTimeout(resolve, begun + EVERY - performance.now()));
  }
  return null;
}
