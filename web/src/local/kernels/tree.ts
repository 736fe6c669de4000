/** The memory of a search, as in `bots/tree.py`: it lies in the module, too large to copy at every call. */
import { TREE_FIELDS, TREE_SIZES } from "../generated/kernels";
import type { ModuleMemory } from "./memory";
import { rows } from "./record";

type FieldName = (typeof TREE_FIELDS)[number][0];
type Axis = "used" | "slots" | "nodes" | "edges" | "path" | "actions" | "columns";

const BYTES = { int32: 4, int64: 8, float64: 8 } as const;
/** What must be zero before another search; the rest is written before it is read. */
const CLEARED: readonly FieldName[] = ["used", "slots", "root_tried", "root_sum", "root_prior"];

export class Tree {
  /** Each array as the module takes it: its address, then the lengths of its axes. */
  readonly plain: number[] = [];
  private readonly sizes: Record<Axis, number>;
  private readonly places = {} as Record<FieldName, { at: number; length: number }>;
  private readonly block: number;
  private freed = false;

  constructor(
    private readonly memory: ModuleMemory,
    shape: { decisions: number; players: number; nodes: number; mostLegal: number },
  ) {
    const nodes = Math.min(shape.nodes, TREE_SIZES.mostNodes);
    this.sizes = {
      used: TREE_SIZES.used,
      nodes,
      edges: TREE_SIZES.edgesANode * nodes + shape.mostLegal,
      slots: 1 << Math.max(4, 32 - Math.clz32(2 * nodes - 1)),
      path: TREE_SIZES.path,
      actions: shape.decisions,
      columns: 2 * shape.players,
    };
    let size = 0;
    for (const [name, dtype, axes] of TREE_FIELDS) {
      const length = axes.reduce((product, axis) => product * this.sizes[axis], 1);
      this.places[name] = { at: size, length };
      size += (length * BYTES[dtype] + 15) & ~15;
    }
    this.block = memory.take(size);
    for (const [name, , axes] of TREE_FIELDS) {
      this.places[name].at += this.block;
      this.plain.push(this.places[name].at, ...axes.map((axis) => this.sizes[axis]));
    }
    this.clear();
  }

  /** Empty the tree for another position. */
  clear(): void {
    this.check();
    for (const [name, dtype] of TREE_FIELDS) {
      const { at, length } = this.places[name];
      if (CLEARED.includes(name)) new Uint8Array(this.memory.bytes.buffer, at, length * BYTES[dtype]).fill(0);
    }
  }

  /** Nodes, edges and simulations so far. */
  get used(): Int32Array {
    return this.whole("used");
  }

  /** By action: how often the search began with it. */
  get root_tried(): Int32Array {
    return this.whole("root_tried");
  }

  /** By action: the sums of each seat's wins, then of each seat's points. */
  get root_sum(): Float64Array[] {
    this.check();
    const { at, length } = this.places.root_sum;
    return rows(new Float64Array(this.memory.bytes.buffer, at, length).slice(), this.sizes.columns);
  }

  /** By action: the share that the network gives it. */
  get root_prior(): Float64Array {
    this.check();
    const { at, length } = this.places.root_prior;
    return new Float64Array(this.memory.bytes.buffer, at, length).slice();
  }

  /** Free the memory. The tree is unusable after that. */
  free(): void {
    this.check();
    this.freed = true;
    this.memory.free(this.block);
  }

  /** Throws if the tree has been freed. */
  check(): void {
    if (this.freed) throw new Error("this tree's memory has been given back");
  }

  private whole(name: "used" | "root_tried"): Int32Array {
    this.check();
    const { at, length } = this.places[name];
    return new Int32Array(this.memory.bytes.buffer, at, length).slice();
  }
}
