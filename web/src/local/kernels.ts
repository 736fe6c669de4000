/**
 * The kernels of a game, as WebAssembly, called as in Python: the same names, the same order of arguments, records and
 * typed arrays as they are. What a kernel writes into is changed after the call; arguments are copied in and out.
 */
import { LAYOUTS, OPTION_FIELDS, type KernelsOf, type Options } from "./generated/kernels";
import { ModuleMemory } from "./memory";
import type { GameRecord } from "./record";
import { Tree } from "./tree";

export type GameName = keyof KernelsOf;
export { Tree, type Options };

/** What every module has beside its kernels. */
export interface Module<Tables extends GameRecord, State extends GameRecord> {
  /** Room for the legal actions of any position, and one more. */
  readonly mostLegal: number;
  /** No chance node has more outcomes. */
  readonly mostOutcomes: number;
  /** Tables, all zero. */
  tables(): Tables;
  /** A state, all zero. */
  state(): State;
  states(count: number): State[];
  /** Numbers, all zero. */
  array<T extends Dtype>(dtype: T, length: number): ArrayOf[T];
  /** A generator for `below`: the same seed (0 to 2³² − 1) and stream always give the same numbers. */
  random_stream(seed: number, stream?: number): BigInt64Array;
  /** An empty tree with room for so many nodes, within reason. `free` it when it is no longer needed. */
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

/** A parameter as `generated/kernels.ts` describes it: name, kind, type within, whether it is written. */
type Parameter = readonly [name: string, kind: string, of: string, written: boolean];
interface Signature {
  readonly parameters: readonly Parameter[];
  readonly answer: string | null;
}
type Entry = (...plain: number[]) => number | undefined;

function bytesOf(array: Numbers): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** The parts of memory that one argument consists of. */
function partsOf(kind: string, value: unknown): Uint8Array[] {
  if (kind === "record" || kind === "held") return [(value as GameRecord).bytes];
  if (kind === "records") return (value as GameRecord[]).map((record) => record.bytes);
  if (kind === "row") return [bytesOf(value as Numbers)];
  if (kind === "rows") return (value as Numbers[]).map(bytesOf);
  return [];
}

/** Throws if an argument is not of the kind that the kernel takes: it would read other memory than was meant. */
function check(where: string, [name, kind, of]: Parameter, value: unknown, layout: (typeof LAYOUTS)[GameName]): void {
  const wrong = (wanted: string) => new TypeError(`${where}: ${name} must be ${wanted}`);
  if (kind === "whole") {
    if (typeof value !== "number") throw wrong("a number");
  } else if (kind === "record" || kind === "held" || kind === "records") {
    const made = of === "tables" ? layout.tables : layout.state;
    const all = kind === "records" ? value : [value];
    if (!Array.isArray(all) || !all.every((one) => one instanceof made)) throw wrong(`of ${made.name}`);
  } else if (kind === "row" || kind === "rows") {
    const made = ARRAYS[of as Dtype];
    const all = kind === "rows" ? value : [value];
    const length = Array.isArray(all) ? (all[0] as Numbers | undefined)?.length : 0;
    if (!Array.isArray(all) || !all.every((one) => one instanceof made && one.length === length)) {
      throw wrong(kind === "rows" ? `rows of ${made.name}, all of one length` : `of ${made.name}`);
    }
  } else if (kind === "tree" && !(value instanceof Tree)) throw wrong("a tree of this module");
}

/** A kernel that takes arguments as in Python. */
function bound(
  memory: ModuleMemory,
  name: string,
  signature: Signature,
  entry: Entry,
  layout: (typeof LAYOUTS)[GameName],
): (...values: unknown[]) => number | undefined {
  const seen = signature.parameters.filter(([, kind]) => kind !== "words");
  return (...values) => {
    if (values.length !== seen.length) {
      throw new TypeError(`${name} takes ${seen.map(([parameter]) => parameter).join(", ")}`);
    }
    let need = 0;
    seen.forEach((parameter, index) => {
      check(name, parameter, values[index], layout);
      for (const part of partsOf(parameter[1], values[index])) need += ModuleMemory.room(part.length);
    });
    memory.begin(need);
    const plain: number[] = [];
    const places = new Map<string, number>();
    const back: [Uint8Array, number][] = [];
    let index = 0;
    for (const [parameter, kind, of, written] of signature.parameters) {
      if (kind === "words") {
        plain.push(places.get(of)!);
        continue;
      }
      const value = values[index++];
      if (kind === "whole") plain.push(value as number);
      else if (kind === "tree") {
        (value as Tree).check();
        plain.push(...(value as Tree).plain);
      } else if (kind === "options") plain.push(...OPTION_FIELDS.map((field) => (value as Options)[field]));
      else {
        const parts = partsOf(kind, value);
        let at = memory.place(parts.reduce((sum, part) => sum + part.length, 0));
        places.set(parameter, at);
        plain.push(at);
        if (kind === "row") plain.push((value as Numbers).length);
        if (kind === "rows") plain.push(parts.length, (value as Numbers[])[0]?.length ?? 0);
        if (kind === "records") plain.push(parts.length);
        const inside = new Uint8Array(memory.buffer);
        for (const part of parts) {
          inside.set(part, at);
          if (written) back.push([part, at]);
          at += part.length;
        }
      }
    }
    const answer = entry(...plain);
    const after = new Uint8Array(memory.buffer);
    for (const [part, at] of back) part.set(after.subarray(at, at + part.length));
    return signature.answer === "uint32" ? answer! >>> 0 : answer;
  };
}

/** The module of a game, ready to be called. It takes its bytes, or the compiled module. */
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
    tables: () => new layout.tables(),
    state: () => new layout.state(),
    states: (count: number) => Array.from({ length: count }, () => new layout.state()),
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
