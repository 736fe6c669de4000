/** Python's builtins: functions, indices and slices, calls with named arguments, classes. */
import { GameRecord } from "../kernels/record";
import { changed, formatted, numberText, whole } from "./numbers";
import {
  AssertionError,
  Dict,
  Group,
  IndexError,
  KeyError,
  NamedTuple,
  Namespace,
  Raised,
  Range,
  Thing,
  ValueError,
  compare,
  fieldNames,
  isTuple,
  iter,
  truth,
  tuple,
  type Any,
} from "./values";

export const ELLIPSIS = Symbol("...");

/** Options of a call, separate from its other arguments. */
const isOptions = (x: Any): boolean => x !== null && typeof x === "object" && x.constructor === Object;

function parted(args: Any[]): [Any[], Any] {
  return isOptions(args.at(-1)) ? [args.slice(0, -1), args.at(-1)] : [args, {}];
}

// --- making values ---

export const dict = (pairs: Any = []): Dict => new Dict(pairs instanceof Dict ? pairs.pairs() : iter(pairs));
export const set = (items: Any = []): Group => new Group(iter(items));
export const frozenset = set;
export const list = (items: Any = []): Any[] => [...iter(items)];
export const range = (a: number, b?: number, step = 1): Range =>
  b === undefined ? new Range(0, a, 1) : new Range(a, b, step);
export const bool = (x: Any): boolean => truth(x);

export function bytes(x: Any): Uint8Array {
  return x instanceof Uint8Array ? x : Uint8Array.from(x);
}
export const dict_fromkeys = (keys: Any, value: Any = null): Dict =>
  new Dict([...iter(keys)].map((key) => [key, value]));
export const bytes_fromhex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const int_from_bytes = (given: Uint8Array, order = "big"): number | bigint => {
  const digits = Array.from(given, (b) => b.toString(16).padStart(2, "0"));
  return whole(BigInt(`0x${(order === "little" ? digits.reverse() : digits).join("") || 0}`));
};

export function int(x: Any): number | bigint {
  if (typeof x === "number") return Math.trunc(x);
  if (typeof x === "bigint") return whole(x);
  if (typeof x === "boolean") return x ? 1 : 0;
  if (typeof x === "string" && /^\s*[-+]?\d+\s*$/.test(x)) return whole(BigInt(x.trim()));
  throw new ValueError(`invalid literal for int() with base 10: ${repr(x)}`);
}

export function float(x: Any): number {
  if (typeof x === "string") return x === "inf" ? Infinity : Number(x);
  return Number(x);
}

// --- strings ---

export function str(x: Any): string {
  if (typeof x === "string") return x;
  if (typeof x === "number" && Number.isInteger(x)) return String(x);
  if (x instanceof Raised) return x.message;
  if (x instanceof Thing && "__str__" in x) return (x as Any).__str__();
  return repr(x);
}

export function repr(x: Any): string {
  if (x === null) return "None";
  if (typeof x === "boolean") return x ? "True" : "False";
  if (typeof x === "number") return numberText(x);
  if (typeof x === "bigint") return String(x);
  if (typeof x === "string") return quoted(x);
  if (isTuple(x)) return x.length === 1 ? `(${repr(x[0])},)` : `(${x.map(repr).join(", ")})`;
  if (Array.isArray(x)) return `[${x.map(repr).join(", ")}]`;
  if (x instanceof Dict)
    return `{${x
      .items()
      .map(([key, value]: Any) => `${repr(key)}: ${repr(value)}`)
      .join(", ")}}`;
  if (x instanceof Thing && "__repr__" in x) return (x as Any).__repr__();
  throw new TypeError(`no text for ${String(x)}`);
}

const SHORT: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

export const printable = (text: string): boolean => /^(?:[^\p{C}\p{Z}]| )*$/u.test(text);

function quoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  let inside = "";
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    if (letter in SHORT || letter === mark) inside += SHORT[letter] ?? `\\${letter}`;
    else if (printable(letter)) inside += letter;
    else if (code < 0x100) inside += `\\x${code.toString(16).padStart(2, "0")}`;
    else
      inside +=
        code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
  }
  return mark + inside + mark;
}

// --- iteration ---

/** The characters of a string by code points, as Python counts them. */
const letters = (text: string): string | string[] => (/[\ud800-\udfff]/.test(text) ? [...text] : text);

export function len(x: Any): number {
  if (typeof x === "string") return letters(x).length;
  if (typeof x.length === "number") return x.length;
  if (x instanceof NamedTuple) return fieldNames(x).length;
  return x.__len__();
}

export const all = (xs: Any): boolean => {
  for (const x of iter(xs)) if (!truth(x)) return false;
  return true;
};
export const any = (xs: Any): boolean => {
  for (const x of iter(xs)) if (truth(x)) return true;
  return false;
};
/** Pairs that are unpacked at once need not be tuples, which cost more. */
export const apart = {
  enumerate(xs: Any, first = 0): Any[] {
    const found: Any[] = [];
    for (const x of iter(xs)) found.push([first + found.length, x]);
    return found;
  },
  zip(...args: Any[]): Any[] {
    const [given, { strict = false }] = parted(args);
    const rows: Any[][] = given.map((xs) => (Array.isArray(xs) ? xs : [...iter(xs)]));
    const length = rows.length ? Math.min(...rows.map((row) => row.length)) : 0;
    if (strict && rows.some((row) => row.length !== length))
      throw new ValueError("zip() arguments are not of the same length");
    return Array.from({ length }, (_, place) => rows.map((row) => row[place]));
  },
  items: (x: Any): Any[] => (x instanceof Dict ? x.pairs() : x.items()),
};
export const enumerate = (xs: Any, first = 0): Any[] => apart.enumerate(xs, first).map(tuple);
export const zip = (...args: Any[]): Any[] => apart.zip(...args).map(tuple);
export const reversed = (xs: Any): Any[] => [...iter(xs)].reverse();
export const map = (what: Any, xs: Any): Any[] => Array.from(iter(xs), (x) => what(x));

export function sorted(xs: Any, { key = (x: Any) => x, reverse = false }: Any = {}): Any[] {
  const keyed = Array.from(iter(xs), (x) => [key(x), x] as const);
  keyed.sort((a, b) => (reverse ? compare(b[0], a[0]) : compare(a[0], b[0])));
  return keyed.map((pair) => pair[1]);
}

function extreme(args: Any[], sign: number): Any {
  const [given, options] = parted(args);
  const xs = given.length === 1 ? [...iter(given[0])] : given;
  if (!xs.length) {
    if ("default" in options) return options.default;
    throw new ValueError("nothing to choose from");
  }
  const key = options.key ?? ((x: Any) => x);
  return xs.reduce((best, x) => (sign * compare(key(x), key(best)) > 0 ? x : best));
}
export const max = (...args: Any[]): Any => extreme(args, 1);
export const min = (...args: Any[]): Any => extreme(args, -1);
export const abs = (x: Any): Any => (x < 0 ? -x : x);
export const divmod = (a: number, b: number): Any => tuple([Math.floor(a / b), ((a % b) + b) % b]);

export function sum(xs: Any, start: Any = 0): Any {
  let total = start;
  for (const x of iter(xs)) total = changed(total, "add", x);
  return total;
}

export function next(xs: Any, ...otherwise: Any[]): Any {
  const found = (typeof xs.next === "function" ? xs : xs[Symbol.iterator]()).next();
  if (!found.done) return found.value;
  if (otherwise.length) return otherwise[0];
  throw new ValueError("there is no next one");
}

/** The parts of something that must have exactly this many. */
export function unpack(x: Any, count: number): Any[] {
  const parts = Array.isArray(x) ? x : [...iter(x)];
  if (parts.length !== count) throw new ValueError(`${count} values were expected, not ${parts.length}`);
  return parts;
}

// --- indices ---

function place(x: { length: number }, index: Any): number {
  const at = index < 0 ? index + x.length : Number(index);
  if (!Number.isInteger(at) || at < 0 || at >= x.length) throw new IndexError(`index ${String(index)} is out of range`);
  return at;
}

export function item(x: Any, index: Any): Any {
  if (x instanceof Dict) {
    if (!x.has(index)) throw new KeyError(repr(index));
    return x.get(index);
  }
  if (typeof x === "string") return letters(x)[place({ length: len(x) }, index)];
  if (x instanceof Range) return x.at(place(x, index));
  if (x instanceof NamedTuple) return item([...x], index);
  if (typeof index === "string") {
    if (!(index in x)) throw new KeyError(repr(index));
    return x[index];
  }
  return x[place(x, index)];
}

/** A dict's key: a tuple, unless a change in place names a single one. */
const keyed = (indices: Any[]): Any => (indices.length === 1 ? indices[0] : tuple(indices));

export function at(x: Any, ...indices: Any[]): Any {
  return x instanceof Dict ? item(x, keyed(indices)) : indices.reduce(item, x);
}

/** Writes a number, or numbers row by row, into a typed array or rows of them. */
function write(row: Any, value: Any): void {
  const given = typeof value === "number" || typeof value === "boolean" ? null : [...iter(value)];
  if (given && given.length !== row.length) throw new ValueError("what is written has another length");
  for (let k = 0; k < row.length; k++) {
    const one = given ? given[k] : value;
    if (typeof row[k] === "object") write(row[k], one);
    else row[k] = Number(one);
  }
}

export function setitem(x: Any, index: Any, value: Any): void {
  if (x instanceof Dict) x.set(index, value);
  else if (index === ELLIPSIS) write(x, value);
  else {
    const key = typeof index === "string" ? index : place(x, index);
    if (isTuple(x) && typeof x[key] !== "object") throw new TypeError("a tuple does not change");
    if (x[key] instanceof GameRecord) x[key].set(value);
    else if (ArrayBuffer.isView(x[key]) || (Array.isArray(x[key]) && typeof index === "string")) write(x[key], value);
    else x[key] = value;
  }
}

export function setat(x: Any, indices: Any[], value: Any): void {
  if (x instanceof Dict) x.set(keyed(indices), value);
  else setitem(indices.slice(0, -1).reduce(item, x), indices.at(-1), value);
}

export function changeat(x: Any, indices: Any[], operator: string, value: Any): void {
  setat(x, indices, changed(at(x, ...indices), operator, value));
}

export function slice(x: Any, from: Any, to: Any): Any {
  if (typeof x === "string") {
    const cut = letters(x).slice(from ?? 0, to ?? undefined);
    return typeof cut === "string" ? cut : cut.join("");
  }
  if (x instanceof NamedTuple) return tuple([...x].slice(from ?? 0, to ?? undefined));
  const cut = x.slice(from ?? 0, to ?? undefined);
  return isTuple(x) ? Object.freeze(cut) : cut;
}

export function setslice(x: Any, from: Any, to: Any, value: Any): void {
  write(x.subarray(from ?? 0, to ?? x.length), value);
}

// --- types ---

const KINDS: Record<string, (x: Any) => boolean> = {
  bool: (x) => typeof x === "boolean",
  bytes: (x) => x instanceof Uint8Array,
  dict: (x) => x instanceof Dict,
  float: (x) => typeof x === "number" && !Number.isInteger(x),
  int: (x) => (typeof x === "number" && Number.isInteger(x)) || typeof x === "bigint" || typeof x === "boolean",
  list: (x) => Array.isArray(x) && !isTuple(x),
  range: (x) => x instanceof Range,
  str: (x) => typeof x === "string",
  tuple: (x) => isTuple(x) || x instanceof NamedTuple,
};

export function isinstance(x: Any, kinds: Any[]): boolean {
  return kinds.some((kind) => (typeof kind === "string" ? KINDS[kind]!(x) : x instanceof kind));
}
export const caught = (error: Any, kinds: Any[]): boolean => kinds.some((kind) => error instanceof kind);
export const type = (x: Any): Any => x.constructor;
export const vars = (x: Any): Dict => new Dict(Object.entries(x as Namespace));

/** Rounds to this many decimals, a tie to the even digit. */
export const round = (x: number, digits = 0): number => Number(formatted(x, `.${digits}f`));

export function getattr(x: Any, name: string): Any {
  if (!(name in x)) throw new AssertionError(`there is no ${name}`);
  return x[name];
}

// --- calls and classes ---

export const items = (x: Dict): Any[] => x.pairs();
export const keywords = (x: Dict): Record<string, Any> => Object.fromEntries(x.pairs());

/** Stores the names of a function's parameters, for calls that use them. */
export function named(what: Any, names: string): void {
  what.$names = names ? names.split(" ") : [];
}

function arranged(names: string[] | undefined, args: Any[], named: Record<string, Any>): Any[] {
  if (!names) return [...args, named];
  const found = [...args];
  const rest = new Dict();
  for (const [name, value] of Object.entries(named)) {
    const at = names.indexOf(name);
    if (at >= 0) found[at] = value;
    else if (names.includes("**")) rest.set(name, value);
    else throw new TypeError(`there is no parameter ${name}`);
  }
  if (names.includes("**")) found[names.length - 1] = rest;
  return found;
}

export const called = (what: Any, args: Any[], named: Record<string, Any>): Any =>
  what(...arranged(what.$names, args, named));
export const asked = (owner: Any, name: string, args: Any[], named: Record<string, Any>): Any =>
  owner[name](...arranged(owner[name].$names, args, named));
export const made = (what: Any, args: Any[], named: Record<string, Any>): Any =>
  new what(...arranged(what.$fields ?? what.prototype.__init__.$names, args, named));

/** Gives a class its name, which a build may have shortened. */
export function kind(what: Any, name: string): void {
  Object.defineProperty(what, "__name__", { value: name });
}

/** An attribute of a class: visible on the class and on each of its instances. */
export function attribute(what: Any, name: string, value: Any): void {
  for (const owner of [what, what.prototype])
    Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

/** The fields of a dataclass or a named tuple, each with its default factory. `same`: compares by fields. */
export function fields(what: Any, list: [string, (() => Any) | null][], same: boolean): void {
  what.$fields = list.map(([name]) => name);
  what.$same = same;
  what.prototype.__init__ = function (this: Any, ...args: Any[]) {
    if (args.length > list.length) throw new TypeError(`${what.__name__} has ${list.length} fields`);
    list.forEach(([name, maker], place) => {
      if (args[place] === undefined && !maker) throw new TypeError(`${what.__name__} needs ${name}`);
      this[name] = args[place] === undefined ? maker!() : args[place];
    });
    this.__post_init__?.();
  };
}

/** A property that is computed once. */
export function lazy(what: Any, name: string): void {
  const { get } = Object.getOwnPropertyDescriptor(what.prototype, name)!;
  Object.defineProperty(what.prototype, name, {
    configurable: true,
    get(this: Any) {
      const value = get!.call(this);
      Object.defineProperty(this, name, { value, configurable: true, writable: true });
      return value;
    },
  });
}

const MOST_CACHED = 256;

/** A function that caches its results. */
export function cached(what: Any): Any {
  const known: [Any[], Any][] = [];
  return (...args: Any[]) => {
    const found = known.find(
      ([before]) => before.length === args.length && before.every((x, at) => x === args[at] || eqBytes(x, args[at])),
    );
    if (found) return found[1];
    const answer = what(...args);
    known.push([args, answer]);
    if (known.length > MOST_CACHED) known.shift();
    return answer;
  };
}

const eqBytes = (a: Any, b: Any): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array && a.length === b.length && a.every((byte, at) => byte === b[at]);
