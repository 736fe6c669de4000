/** "Show me round": the Bobby explains things when they first come up. Nothing here knows a rule: it looks at the
 * possible moves and their previews. */
import type { Happening } from "../../../table/table";
import { about, paramsOf, shares, type Speech } from "../../../words/speech";
import type { Choice, Choosing } from "./choosing.svelte";
import type { PortobelloView } from "../view";

export const LESSONS = [
  "clock",
  "complete",
  "paid",
  "toll",
  "client",
  "place",
  "build",
  "again",
  "bobby",
  "end",
  "watch",
  "mark",
  "free",
] as const;
export type Lesson = (typeof LESSONS)[number];

/** Lessons to read; the others are learnt by doing. */
export const READ: ReadonlySet<Lesson> = new Set<Lesson>(["paid", "watch", "free"]);

export interface Teaching {
  lesson: Lesson;
  params: Record<string, string | number>;
  /** The choice to point at. */
  focus: Choice | null;
}

export interface Situation {
  view: PortobelloView;
  choosing: Choosing;
  mine: boolean;
  log: readonly Happening[];
  learnt: ReadonlySet<Lesson>;
  speech: Speech;
}

const plain = (lesson: Lesson, focus: Choice | null = null): Teaching => ({ lesson, params: {}, focus });

function effect(choice: Choice, key: string): Record<string, unknown> | null {
  return choice.option.events.find((event) => event.key === key)?.params ?? null;
}

/** The build that completes an alley and scores the most for its builder. */
function completing({ choosing, view }: Situation): { choice: Choice; params: Record<string, unknown> } | null {
  const found = choosing.of("build").flatMap((choice) => {
    const params = effect(choice, "alley_scored");
    return params && (params["points"] as number[])[view.seat]! > 0 ? [{ choice, params }] : [];
  });
  return (
    found.toSorted(
      (a, b) => (b.params["points"] as number[])[view.seat]! - (a.params["points"] as number[])[view.seat]!,
    )[0] ?? null
  );
}

/** A move of the Bobby with a toll to one other player. */
function walking({ choosing }: Situation): { choice: Choice; params: Record<string, unknown> } | null {
  for (const choice of choosing.of("bobby")) {
    const params = effect(choice, "bobby_crossed");
    if (params && (params["receivers"] as number[]).length === 1) return { choice, params };
  }
  return null;
}

/** The lesson that fits the possible moves; null if there is nothing to teach. */
export function lesson(on: Situation): Teaching | null {
  const { view, choosing, mine, learnt, speech } = on;
  const fresh = (...wanted: Lesson[]) => wanted.find((one) => !learnt.has(one)) ?? null;
  const read = (one: Lesson | null) => (one ? plain(one) : null);
  if (!mine) return learnt.has("end") ? read(fresh("watch")) : null;
  if (view.phase === "picking") {
    return learnt.has("end")
      ? read(fresh("mark", "free"))
      : plain("clock", choosing.of("tile").find((tile) => tile.target === "3") ?? null);
  }
  if (learnt.has("end")) return learnt.has("mark") ? read(fresh("free")) : null;
  if (view.phase === "placing") return plain("place");
  if (view.phase !== "acting") return null;
  if (learnt.has("complete") && !learnt.has("paid")) {
    const scored = on.log.flatMap(({ events }) => events).findLast((event) => event.key === "alley_scored");
    if (scored) {
      const params = { name: String(scored.params["name"]), ...shares(speech, scored.params["points"] as number[]) };
      return { lesson: "paid", params, focus: null };
    }
  }
  const paying = completing(on);
  if (paying && !learnt.has("complete")) {
    return { lesson: "complete", params: { name: String(paying.params["name"]) }, focus: paying.choice };
  }
  const toll = walking(on);
  if (toll && learnt.has("paid") && !learnt.has("toll")) {
    const params = { ...paramsOf(speech, toll.params), ...about(speech, (toll.params["receivers"] as number[])[0]!) };
    return { lesson: "toll", params, focus: toll.choice };
  }
  const builds = choosing.of("build").length > 0;
  const [draw] = choosing.of("draw");
  if (draw && learnt.has("toll") && !learnt.has("client")) return plain("client", draw);
  if (builds && !learnt.has("build")) return plain("build");
  if (draw && !learnt.has("client")) return plain("client", draw);
  if (view.actions_left === 0)
    return choosing.of("bobby").length && !learnt.has("bobby") ? plain("bobby") : plain("end");
  return plain(builds || draw ? "again" : "bobby");
}

const LEARNT: Record<string, Lesson[]> = {
  tile: ["clock"],
  mark: ["clock", "mark"],
  draw: ["client"],
  place: ["place", "client"],
  bobby: ["bobby", "toll"],
  end: ["end", "bobby", "toll", "paid"],
};

/** The lessons learnt by making a choice. */
export function learntBy(choice: Choice): Lesson[] {
  if (choice.kind === "build") return effect(choice, "alley_scored") ? ["complete"] : ["build", "paid"];
  return LEARNT[choice.kind] ?? [];
}
