/** Replaces Python names that touch arrays, threads or the package itself (`HANDWRITTEN` in the translator). */
import { Dict, english, kernels, KeyError, Namespace, methods, tuple, type Any } from "../python";
import { LAYOUTS } from "../generated/kernels";
import { BadInput } from "../generated/python/errors.js";
import type { GameRecord } from "../kernels/record";
import { keyOf, unpacked } from "./columns";
import { openings, prospects, standing } from "./draws";
import { newJudge, Searcher } from "./searcher";
import { Position, PositionHistory } from "./position-history";
import { sceneOf, wordsToFilm } from "./scenes";
import { text, type Messages } from "../../words/message";

/** The loaded games. */
export interface Loaded {
  game: Any;
  drawn: Any;
  uses: Any;
  knobs: Any;
  turned: Any;
  fields: readonly string[];
  digest: string;
}
export const games: Record<string, Loaded> = {};

/** A record's fields as numbers and lists. */
function plain(record: GameRecord & Any): Namespace {
  return new Namespace(Object.fromEntries(record.names.map((name: string) => [name, methods.tolist!(record[name])])));
}

/** Every seat's chance to win and final points, without a search. */
function outlook({ setting, record }: Any): Any {
  const values = new Float64Array(2 * setting.players);
  kernels[setting.game.name].outlook(setting.params_record, record, ...newJudge(setting), values);
  return tuple([tuple(values.subarray(0, setting.players)), tuple(values.subarray(setting.players))]);
}

/** Whether every move of a game is legal, and the result if the game is over by then. */
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

/** Messages as Python knows them: the text for each key. */
const speaking = (messages: () => Messages, lang = "en"): Any => ({
  say(key: string, params: Dict): string {
    const message = messages()[key];
    if (message === undefined) throw new KeyError(key);
    return text(message, Object.fromEntries(params.pairs()), lang);
  },
});

/** A game's messages in English. */
const messagesOf = ({ name }: Any): Any => speaking(() => english[name]!);

/** How many points lie in a box around a place. */
function hidden(points: [number, number][], [x, y]: [number, number], [half, tall]: [number, number]): number {
  let found = 0;
  for (const [px, py] of points) if (Math.abs(px - x) < half && Math.abs(py - y) < tall) found++;
  return found;
}

function findGame(name: string): Any {
  if (!games[name]) throw new BadInput(`the game ${name} is not loaded`);
  return games[name].game;
}

export const handwritten: Record<string, Any> = {
  "bots.draws.openings": openings,
  "bots.draws.prospects": prospects,
  "bots.draws.standing": standing,
  "bots.hint.outlook": outlook,
  "bots.position.Position": Position,
  "bots.searcher.Searcher": Searcher,
  "explorer.columns.unpacked": unpacked,
  "explorer.positions.key_of": keyOf,
  "films.storyboard.scene_of": sceneOf,
  "games.svg.hidden": hidden,
  "games.words.messages.english": messagesOf,
  "games.words.messages.messages_of": (home: string) => messagesOf({ name: home.split(".").at(-1) }),
  "games.words.messages.words_of": ({ name }: Any, lang: string) => speaking(() => wordsToFilm(name), lang),
  "games.registry.find_game": findGame,
  "kernel.as_records": (records: GameRecord[]) => records,
  "kernel.plain": plain,
  "kernel.records": (kind: new () => GameRecord, size: number) => Array.from({ length: size }, () => new kind()),
  "match.position_history.PositionHistory": PositionHistory,
  "match.position_history.play_through": playThrough,
};

for (const { home, state, params } of Object.values(LAYOUTS)) {
  handwritten[`${home}.state.STATE`] = state;
  handwritten[`${home}.state.PARAMS`] = params;
}
