/** The reader's own maps and decks: checked by the engine, drawn by its generator. */
import type { GameName } from "../../../table/table";
import type { Checked } from "../../channel";
import { fromJson, toJson } from "../../python";
import * as python from "../../generated/python/common.js";
import { games } from "../handwritten";

export function checked(game: GameName, chart: unknown): Checked {
  try {
    const found = games[game]!.game.read_components(fromJson(chart));
    const differences = [...found.differences].map(({ key, params }) => ({ key, params: toJson(params) }));
    const plays = JSON.stringify(toJson(found.to_json()));
    const totals = "cards" in found ? toJson(python.totals(found)) : null;
    return { file: toJson(found.to_file()), differences, plays, totals };
  } catch (error) {
    if (error instanceof python.Fault)
      return { fault: { key: error.key, params: toJson(error.params), sentence: error.message } };
    if (error instanceof python.BadInput) return { fault: { key: null, params: {}, sentence: error.message } };
    throw error;
  }
}

export function drawn(game: GameName, seed: number, frame: readonly unknown[]): unknown {
  const { drawn: draw } = games[game]!;
  if (!draw) throw new python.Refused("missing", "nothing is drawn for this game.");
  return toJson(draw(seed, ...frame).to_file());
}
