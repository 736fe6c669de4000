// "Show me round": the salesman explains things when they first come up.
import type { Choice, Verb } from "./moves";
import type { View } from "../view";

export const LESSONS = ["call", "bid", "carry", "again", "travel", "stay", "ride", "sale", "watch", "free"] as const;
export type Lesson = (typeof LESSONS)[number];

/** Lessons to read; the others are learnt by doing. */
export const READ: ReadonlySet<Lesson> = new Set<Lesson>(["sale", "watch", "free"]);

/** The lesson that fits the possible moves; null if there is nothing to teach. */
export function lesson(
  view: View,
  choices: readonly Choice[],
  /** Whether the learner has made a sale. */
  sold: boolean,
  seat: number,
  learnt: ReadonlySet<Lesson>,
): Lesson | null {
  const fresh = (...wanted: Lesson[]) => wanted.find((one) => !learnt.has(one)) ?? null;
  if (sold && !learnt.has("sale")) return "sale";
  if (!choices.length) return learnt.has("again") && view.active !== seat ? fresh("watch") : null;
  const able = choices.some((choice) => choice.card !== null);
  switch (view.phase) {
    case "calling":
      if (!learnt.has("call")) return "call";
      return fresh("again") ?? (learnt.has("sale") ? fresh("free") : null);
    case "bidding":
      return fresh("bid");
    case "carrying":
    case "loading":
      return fresh("carry");
    case "travelling":
      return fresh(able ? "travel" : "stay");
    case "riding":
      return fresh("ride");
    default:
      return null;
  }
}

const LEARNT: Record<Verb, Lesson[]> = {
  auction: ["call"],
  close: ["call", "again"],
  bid: ["bid"],
  bluff: ["bid"],
  carry: ["carry"],
  travel: ["travel", "stay"],
  stay: ["stay"],
  ride: ["ride"],
  wait: ["ride"],
};

/** What somebody has learnt by doing it. */
export function learntBy(verb: Verb): Lesson[] {
  return LEARNT[verb];
}
