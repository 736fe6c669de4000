/** "Show me round": what the Bobby explains, when it comes up for the first time in a real game. */
import type { Choosing } from "./choosing.svelte";
import type { PortobelloView } from "./view";

export const LESSONS = ["clock", "build", "again", "client", "place", "bobby", "end", "watch", "mark", "free"] as const;
export type Lesson = (typeof LESSONS)[number];

/** The lesson that fits what can be done now; null where there is nothing to teach. */
export function lesson(view: PortobelloView, choosing: Choosing, mine: boolean, learnt: ReadonlySet<Lesson>): Lesson | null {
  const fresh = (...wanted: Lesson[]) => wanted.find((one) => !learnt.has(one)) ?? null;
  if (!mine) return learnt.has("end") ? fresh("watch") : null;
  if (view.phase === "picking") return learnt.has("end") ? fresh("mark", "free") : "clock";
  if (view.phase === "placing") return "place";
  if (view.phase !== "acting") return null;
  const builds = choosing.of("build").length > 0;
  const draws = choosing.of("draw").length > 0;
  if (builds && !learnt.has("build")) return "build";
  if (draws && !learnt.has("client")) return "client";
  if (view.actions_left === 0) return choosing.of("bobby").length && !learnt.has("bobby") ? "bobby" : "end";
  return builds || draws ? "again" : "bobby";
}

/** What somebody has learnt by doing it: the lesson a move belongs to. */
export function learntBy(move: string): Lesson[] {
  const verb = move.split(" ")[0];
  if (verb === "tile") return ["clock", "mark"];
  if (verb === "mark") return ["clock", "mark"];
  if (verb === "build") return ["build"];
  if (verb === "draw") return ["client"];
  if (verb === "place") return ["place", "client"];
  if (verb === "bobby") return ["bobby"];
  return verb === "end" ? ["end", "bobby"] : [];
}
