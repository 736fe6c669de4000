/** How the events of Portobello Market sound. */
import type { Sounds } from "../../shell/sound/table-sounds";

export const sounds: Sounds = {
  game_over: "fanfare",
  alley_scored: "bell",
  lord_scored: "bell",
  district_marked: "bell",
  built: "knock",
  client_placed: "step",
  bobby_crossed: "step",
  bobby_set: "step",
  client_drawn: "rustle",
  tile_picked: "tick",
};
