// The sounds of this game, if enabled.
import { play, type Sound } from "../../../shell/bar/sound";
import type { GameEvent } from "../../../table/table";

const SOUNDS: Record<string, Sound> = {
  game_over: "fanfare",
  shop: "bell",
  auction_revealed: "knock",
  travelled: "step",
  rode: "step",
  bid_laid: "rustle",
  carrier_laid: "rustle",
};

/** One sound for everything that happened at once: the most important. */
export function ring(events: readonly GameEvent[]): void {
  const key = Object.keys(SOUNDS).find((other) => events.some((event) => event.key === other));
  if (key) play(SOUNDS[key]!);
}
