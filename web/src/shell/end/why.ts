/** Why a player won or lost, from the analysis: what the draws did, what their own moves cost, the costliest of them. */
import type { Decision, GameAnalysis } from "../../table/table";

export type Why =
  | { key: "luck"; luck: number }
  | { key: "move"; worst: Decision }
  | { key: "others" }
  | { key: "won.luck"; luck: number }
  | { key: "won.play"; cost: number }
  | { key: "won.move"; worst: Decision };

/** Less of a win than this decides nothing. */
const LITTLE = 0.08;

/** Null if the analysis does not say: an older server weighed no draws. */
export function whyOf(analysis: GameAnalysis, seat: number, won: boolean): Why | null {
  const own = analysis.luck?.seats.find((one) => one.seat === seat);
  if (!own) return null;
  const { luck } = own;
  const cost = -own.decisions;
  const worst = analysis.decisions
    .filter((decision) => decision.seat === seat)
    .toSorted((a, b) => b.gave_away - a.gave_away)[0];
  if (won) {
    if (luck > LITTLE && luck > cost) return { key: "won.luck", luck };
    return cost < 2 * LITTLE || !worst ? { key: "won.play", cost } : { key: "won.move", worst };
  }
  if (-luck > LITTLE && -luck > cost) return { key: "luck", luck: -luck };
  return cost > LITTLE && worst ? { key: "move", worst } : { key: "others" };
}
