/** The page's version of what calls kernels in `bots/draws.py`. */
import { kernels, tuple, type Any } from "../python";
import { newJudge } from "./searcher";

/** Points, values and chances of one position, and room for the chances of `rows` positions. */
function room({ players }: Any, rows: number): [Int16Array, Float64Array, Float64Array, Float64Array[]] {
  return [
    new Int16Array(2 * players),
    new Float64Array(2 * players),
    new Float64Array(players),
    Array.from({ length: rows }, () => new Float64Array(players)),
  ];
}

/** The outcomes of a draw with the chances after each; of another position, the chances in it. */
function weigh(
  setting: Any,
  record: Any,
  samples: number,
  seed: number,
  stream: number,
): { outcomes: Any[]; here: Any } {
  const rules = kernels[setting.game.name];
  const [choice, weight] = [new Int32Array(rules.mostOutcomes), new Int32Array(rules.mostOutcomes)];
  const made = room(setting, Math.max(rules.mostOutcomes, 1));
  const rng = rules.random_stream(seed, stream);
  const given = [setting.params_record, record, rules.states(2), ...newJudge(setting)];
  const count = rules.weigh_draw(...given, rng, samples, choice, weight, ...made);
  const rows = made[3];
  return {
    outcomes: rows.slice(0, count).map((row, at) => tuple([choice[at], weight[at], tuple(row)])),
    here: tuple(rows[0]!),
  };
}

export function prospects(setting: Any, record: Any, samples: number, seed: number, stream: number): Any[] {
  return weigh(setting, record, samples, seed, stream).outcomes;
}
export const standing = (setting: Any, record: Any) => weigh(setting, record, 1, 0, 0).here;

/** Each seat's chance after some random openings of a game. */
export function openings(setting: Any, count: number, seed: number): Any[] {
  const rules = kernels[setting.game.name];
  const made = room(setting, count);
  const length = setting.opening_length;
  const rng = rules.random_stream(seed, 0);
  rules.weigh_openings(setting.params_record, rules.states(2), ...newJudge(setting), rng, length, ...made);
  return made[3].map((row) => tuple(row));
}
