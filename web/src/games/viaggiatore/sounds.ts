/** How the events of Il Commercio Viaggiatore sound. */
import type { Sounds } from "../../shell/sound/table-sounds";

export const sounds: Sounds = {
  game_over: "fanfare",
  shop: "bell",
  auction_revealed: "flip",
  travelled: "step",
  rode: "step",
  bid_laid: "rustle",
  carrier_laid: "rustle",
};
