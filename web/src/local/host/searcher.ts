/** The page's version of `bots/searcher.py`: one thread, and module memory shared by all searches of a size. */
import { kernels, Thing, tuple, type Any } from "../python";
import type { Tree } from "../kernels/tree";

const FIRST_SLICE = 100; // simulations before first checking the clock
const SLICE_MS = 20; // approximate time between checks

/** The share of its time that a level uses: `Infinity` turns the clock off, so that only simulations count. */
export const pace = { factor: 1 };

const trees = new Map<string, Tree>();
const MOST_TREES = 4;

/** A search leaves no trace in its memory, so the next one reuses it. */
function treeOf(setting: Any, nodes: number): Tree {
  const key = [setting.game.name, setting.decision_count, setting.players, nodes].join();
  const tree = trees.get(key) ?? kernels[setting.game.name].new_tree(setting.decision_count, setting.players, nodes);
  trees.delete(key); // keeps the most recently used one longest
  trees.set(key, tree);
  for (const [old, unused] of [...trees].slice(0, Math.max(0, trees.size - MOST_TREES))) {
    unused.free();
    trees.delete(old);
  }
  tree.clear();
  return tree;
}

/** What judges a game's positions: weights of features by number of players, the network, sizes of working space. */
export interface Numbers {
  weights: Record<string, number[][]>;
  scratch: [rows: number, columns: number];
  network: Int16Array;
  seen: number;
  lanes: number;
}

export const numbers: Record<string, Numbers> = {};

/** The arguments that `bots/knowledge.py` calls a judge: weights, scratch, network, seen, lanes. */
export function newJudge(setting: Any): [Float64Array[], Float64Array[], Int16Array, Uint8Array, Int32Array] {
  const { weights, scratch, network, seen, lanes } = numbers[setting.game.name]!;
  const [rows, columns] = scratch;
  return [
    weights[setting.players]!.map((row) => Float64Array.from(row)),
    Array.from({ length: rows }, () => new Float64Array(columns)),
    network,
    new Uint8Array(seen),
    new Int32Array(lanes),
  ];
}

export class Searcher extends Thing {
  declare budget: Any;
  declare seed: number;

  override __init__(budget: Any, seed = 0): void {
    Object.assign(this, { budget, seed });
  }

  /** For each action: how often the search began with it, the sums of every seat's values, and its prior. */
  search(position: Any, stream: number, actions: number[]): Any[] {
    const { setting, seat, record } = position;
    const { simulations, seconds, turns, curiosity, root_curiosity, least } = this.budget;
    const rules = kernels[setting.game.name];
    const tree = treeOf(setting, simulations + 64);
    const rng = rules.random_stream(this.seed, stream);
    const choice = new Int32Array(rules.mostLegal);
    const values = new Float64Array(2 * setting.players);
    const options = { seat, turn: record.turn, horizon: record.turn + turns, curiosity, root_curiosity, least };
    const work = rules.state();
    const judge = newJudge(setting);
    let left: number = simulations;
    let part = FIRST_SLICE;
    let now = performance.now();
    const end = now + 1000 * seconds * pace.factor;
    while (left > 0 && now < end) {
      part = Math.min(part, left);
      const { params_record } = setting;
      rules.search(params_record, record, work, tree, ...judge, rng, choice, values, options, part);
      left -= part;
      const before = now;
      now = performance.now();
      part = Math.max(1, Math.floor((part * Math.min(SLICE_MS, end - now)) / Math.max(now - before, 1e-3)));
    }
    const [tried, sums, prior] = [tree.root_tried, tree.root_sum, tree.root_prior];
    return actions.map((action) => tuple([tried[action], Array.from(sums[action]!), prior[action]]));
  }
}
