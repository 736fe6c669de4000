/** What takes the place of Python names that touch arrays, threads or the package itself (`BY_HAND` in the translator). */
import { Dict, kernels, Namespace, methods, tuple, type Any } from "../python";
import { PortobelloState, PortobelloParams, ViaggiatoreState, ViaggiatoreParams } from "../generated/records";
import { BadInput } from "../generated/python/errors.js";
import type { GameRecord } from "../kernels/record";
import { loreOf, Searcher } from "./searcher";
import { Position, PositionHistory } from "./position-history";

/** The games that are loaded, and the modules with the reasons of their hints. */
export const games: Record<string, { game: Any; words: Any }> = {};

/** A record's fields as numbers and lists. */
function plain(record: GameRecord & Any): Namespace {
  return new Namespace(Object.fromEntries(record.names.map((name: string) => [name, methods.tolist!(record[name])])));
}

/** Every seat's chance to win and points at the end, by the evaluation alone. */
function outlook({ setting, record }: Any): Any {
  const values = new Float64Array(2 * setting.players);
  kernels[setting.game.name].evaluate(setting.params_record, record, loreOf(setting), values);
  return tuple([tuple(values.subarray(0, setting.players)), tuple(values.subarray(setting.players))]);
}

/** Whether every move of a game is allowed, and the result if the game is over then. */
function playThrough(setting: Any, opening: number[], moves: Any[]): Any {
  const history = new PositionHistory(setting);
  const made = [...opening.map((action) => [-1, action]), ...moves.map(([seat, text]) => [seat, setting.action(text)])];
  for (const [at, [seat, action]] of made.entries()) {
    if (history.mover(at) !== seat || history.step(at, action)) return tuple([false, null]);
  }
  if (history.mover(made.length) !== -2) return tuple([true, null]);
  const [scores, winners] = history.result(made.length);
  return tuple([
    true,
    new Dict([
      ["scores", scores],
      ["winners", winners],
    ]),
  ]);
}

function findGame(name: string): Any {
  if (!games[name]) throw new BadInput(`the game ${name} is not loaded`);
  return games[name].game;
}

export const byHand: Record<string, Any> = {
  "bots.hint.outlook": outlook,
  "bots.hint.words_of": (game: Any) => games[game.name]!.words,
  "bots.position.Position": Position,
  "bots.searcher.Searcher": Searcher,
  "games.base.plain": plain,
  "games.portobello.state.STATE": PortobelloState,
  "games.portobello.state.PARAMS": PortobelloParams,
  "games.registry.find_game": findGame,
  "games.viaggiatore.state.STATE": ViaggiatoreState,
  "games.viaggiatore.state.PARAMS": ViaggiatoreParams,
  "kernel.records": (kind: new () => GameRecord, size: number) => Array.from({ length: size }, () => new kind()),
  "match.position_history.PositionHistory": PositionHistory,
  "match.position_history.play_through": playThrough,
};
