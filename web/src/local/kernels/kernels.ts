/**
 * The kernels of a game, as WebAssembly, called as in Python: the same names and order of arguments, with records and
 * typed arrays. Arguments are copied in and out, so after the call you see what a kernel wrote.
 */
import { LAYOUTS, OPTION_FIELDS, type KernelsOf, type Options } from "../generated/kernels";
import type { Facts } from "../generated/records";
import { ModuleMemory } from "./memory";
import type { GameRecord } from "./record";
import { Tree } from "./tree";

export type GameName = keyof KernelsOf;
export { Tree, type Options };

/** What every module has besides its kernels. */
export interface Module<Params extends GameRecord, State extends GameRecord> {
  /** Room for the legal actions of any position, and one more. */
  readonly mostLegal: number;
  /** No chance node has more outcomes. */
  readonly mostOutcomes: number;
  /** Params, all zero. */
  params(): Params;
  /** A state, all zero. */
  state(): State;
  states(count: number): State[];
  /** What `policy_games` notes of the games. */
  facts(count: number): Facts[];
  /** Numbers, all zero. */
  array<T extends Dtype>(dtype: T, length: number): ArrayOf[T];
  /** A generator for `below`: the same seed (0 to 2³² − 1) and stream always give the same numbers. */
  random_stream(seed: number, stream?: number): BigInt64Array;
  /** An empty tree with room for this many nodes, within reason. `free` it when it is no longer needed. */
  new_tree(decisions: number, players: number, nodes: number): Tree;
}

interface ArrayOf {
  int8: Int8Array;
  uint8: Uint8Array;
  int16: Int16Array;
  int32: Int32Array;
  int64: BigInt64Array;
  float64: Float64Array;
}
type Dtype = keyof ArrayOf;
type Numbers = ArrayOf[Dtype];
const ARRAYS: { [T in Dtype]: new (length: number) => ArrayOf[T] } = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  float64: Float64Array,
};

/** A parameter as described in `generated/kernels.ts`: name, kind, element type, whether it is written. */
type Parameter = readonly [name: string, kind: string, of: string, written: boolean];
interface Signature {
  readonly parameters: readonly Parameter[];
  readonly answer: string | null;
}
/** The axes of each kind of array. */
const AXES: Record<string, number> = { row: 1, rows: 2, blocks: 3 };
type Entry = (...plain: number[]) => number | undefined;

function bytesOf(array: Numbers): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** The arguments of one call, on their way into the module and back. */
class Call {
  readonly plain: number[] = [];
  private readonly places: Record<string, number> = {};
  private readonly back: [Uint8Array, number][] = [];

  constructor(
    private readonly memory: ModuleMemory,
    private readonly name: string,
    private readonly layout: (typeof LAYOUTS)[GameName],
  ) {
    memory.begin();
  }

  /** Take one argument. Rejects the wrong kind, with which the kernel would read the wrong memory. */
  take([name, kind, of, written]: Parameter, value: unknown): void {
    if (kind === "whole") {
      if (typeof value !== "number") throw this.wrong(name, "a number");
      this.plain.push(value);
    } else if (kind === "record" || kind === "held") this.copy(name, [this.record(name, of, value)], written);
    else if (kind in AXES) {
      const { rows, lengths } = this.rows(name, of, value, AXES[kind]!);
      this.copy(name, rows.map(bytesOf), written);
      this.plain.push(...lengths);
    } else if (kind === "records") {
      if (!Array.isArray(value)) throw this.wrong(name, "records");
      this.copy(
        name,
        value.map((one) => this.record(name, of, one)),
        written,
      );
      this.plain.push(value.length);
    } else if (kind === "tree") {
      if (!(value instanceof Tree)) throw this.wrong(name, "a tree");
      value.check();
      this.plain.push(...value.plain);
    } else if (kind === "options") {
      for (const field of OPTION_FIELDS) this.plain.push((value as Options)[field]);
    }
  }

  /** The named record, once more. */
  again(name: string): void {
    this.plain.push(this.places[name]!);
  }

  /** Copy back what the kernel wrote. */
  finish(): void {
    const { bytes } = this.memory;
    for (const [part, at] of this.back) part.set(bytes.subarray(at, at + part.length));
  }

  private copy(name: string, parts: Uint8Array[], written: boolean): void {
    let size = 0;
    for (const part of parts) size += part.length;
    let at = this.memory.place(size);
    this.places[name] = at;
    this.plain.push(at);
    const { bytes } = this.memory;
    for (const part of parts) {
      bytes.set(part, at);
      if (written) this.back.push([part, at]);
      at += part.length;
    }
  }

  private record(name: string, of: string, value: unknown): Uint8Array {
    const made = this.layout[of as "params" | "state" | "facts"];
    if (!(value instanceof made)) throw this.wrong(name, `of ${made.name}`);
    return value.bytes;
  }

  /** The rows of an array, its number of axes, and their lengths. */
  private rows(name: string, of: string, value: unknown, axes: number): { rows: Numbers[]; lengths: number[] } {
    if (axes === 1) {
      const row = this.row(name, of, value);
      return { rows: [row], lengths: [row.length] };
    }
    if (!Array.isArray(value)) throw this.wrong(name, "rows");
    const parts = value.map((one) => this.rows(name, of, one, axes - 1));
    const inner = parts[0]?.lengths ?? new Array<number>(axes - 1).fill(0);
    if (parts.some(({ lengths }) => lengths.join() !== inner.join())) throw this.wrong(name, "rows of one length");
    return { rows: parts.flatMap(({ rows }) => rows), lengths: [value.length, ...inner] };
  }

  private row(name: string, of: string, value: unknown): Numbers {
    const made = ARRAYS[of as Dtype];
    if (!(value instanceof made)) throw this.wrong(name, `of ${made.name}`);
    return value;
  }

  private wrong(name: string, wanted: string): TypeError {
    return new TypeError(`${this.name}: ${name} must be ${wanted}`);
  }
}

/** A kernel that takes arguments as in Python. */
function bound(
  memory: ModuleMemory,
  name: string,
  { parameters, answer }: Signature,
  entry: Entry,
  layout: (typeof LAYOUTS)[GameName],
): (...values: unknown[]) => number | undefined {
  const seen = parameters.filter(([, kind]) => kind !== "words").map(([parameter]) => parameter);
  return (...values) => {
    if (values.length !== seen.length) throw new TypeError(`${name} takes ${seen.join(", ")}`);
    const call = new Call(memory, name, layout);
    let index = 0;
    for (const parameter of parameters) {
      if (parameter[1] === "words") call.again(parameter[2]);
      else call.take(parameter, values[index++]);
    }
    const result = entry(...call.plain);
    call.finish();
    return answer === "uint32" ? result! >>> 0 : result;
  };
}

/** The module of a game, ready to call. Takes its bytes, or the compiled module. */
export function loadKernels<G extends GameName>(game: G, source: BufferSource | WebAssembly.Module): KernelsOf[G] {
  const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
  const imports: Record<string, WebAssembly.ImportValue> = {};
  for (const { name } of WebAssembly.Module.imports(module)) {
    imports[name] = () => {
      throw new Error(`a kernel called ${name}, which the browser does not have`);
    };
  }
  const inside = new WebAssembly.Instance(module, { env: imports }).exports;
  const base = (inside.__heap_base as WebAssembly.Global<"i32">).value;
  const memory = new ModuleMemory(inside.memory as WebAssembly.Memory, base);
  const layout = LAYOUTS[game];
  const kernels: Record<string, unknown> = {
    mostLegal: layout.mostLegal,
    mostOutcomes: layout.mostOutcomes,
    params: () => new layout.params(),
    state: () => new layout.state(),
    states: (count: number) => Array.from({ length: count }, () => new layout.state()),
    facts: (count: number) => Array.from({ length: count }, () => new layout.facts()),
    array: (dtype: Dtype, length: number) => new ARRAYS[dtype](length),
    random_stream: (seed: number, stream = 0) => {
      if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) throw new RangeError("a seed is from 0 to 2³² − 1");
      return BigInt64Array.of(BigInt(seed), BigInt(stream), 0n, 0n);
    },
    new_tree: (decisions: number, players: number, nodes: number) =>
      new Tree(memory, { decisions, players, nodes, mostLegal: layout.mostLegal }),
  };
  for (const [name, signature] of Object.entries<Signature>(layout.signatures)) {
    kernels[name] = bound(memory, name, signature, inside[name] as Entry, layout);
  }
  return kernels as unknown as KernelsOf[G];
}
