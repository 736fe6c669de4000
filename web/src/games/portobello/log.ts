/** How the log tells the events of Portobello Market, and what they brought. */
import type { Gain, LogStyle } from "../../shell/rail/log-style";
import type { GameEvent } from "../../table/table";

const ICONS: Record<string, string> = {
  built: "i-stall",
  client_placed: "i-client",
  lord_came: "i-client",
  bobby_set: "i-bobby",
  bobby_crossed: "i-bobby",
  district_marked: "i-clock",
  alley_scored: "i-seal",
  lord_scored: "i-seal",
};

export function gains({ key, params }: GameEvent): Gain[] {
  const seat = Number(params.seat);
  switch (key) {
    case "alley_scored":
    case "lord_scored":
      return (params.points as number[]).map((points, at) => [at, points]);
    case "district_marked":
      return [[seat, Number(params.points)]];
    case "bobby_crossed":
      return [[seat, -Number(params.toll)], ...(params.receivers as number[]).map((to): Gain => [to, 1])];
  }
  return [];
}

export const log: LogStyle = {
  silent: new Set(["turn", "turn_ended", "drawing"]),
  read: new Set(["last_round", "game_over"]),
  short({ key, params }) {
    const icon = ICONS[key];
    return icon ? { icon, text: String(params.name ?? ""), times: 1 } : null;
  },
  lastOnly: "i-bobby",
  gains,
};
