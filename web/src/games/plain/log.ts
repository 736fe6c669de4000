/** How the log tells any game: every event in its own sentence, and what its parameters say about points. */
import type { LogStyle } from "../../shell/rail/log-style";

export const log: LogStyle = {
  silent: new Set(["turn", "turn_ended"]),
  read: new Set(),
  short: () => null,
  gains({ params: { points, seat } }) {
    if (Array.isArray(points)) return points.map((gain, at) => [at, Number(gain)]);
    return typeof points === "number" && typeof seat === "number" ? [[seat, points]] : [];
  },
  moveByMove: true,
};
