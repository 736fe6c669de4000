/**
 * Python's values in JavaScript, used by the translated modules in `generated/`.
 *
 * None is null; strings, booleans and numbers are JavaScript's own; a list is an array, a tuple a frozen one; dicts and
 * sets are separate classes, since their keys may be tuples (docs/browser.md).
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the one place: Python's values have no types here
export type Any = any;

/** The base of every class written in Python. */
export class Thing {
  constructor(...args: Any[]) {
    (this as Any).__init__(...args);
  }
  __init__(..._args: Any[]): Any {}
}

/** The base of every exception. */
export class Raised extends Error {
  constructor(...args: Any[]) {
    super();
    (this as Any).__init__(...args);
  }
  __init__(...args: Any[]): Any {
    this.message = args.length ? String(args[0]) : "";
  }
}
export { Raised as Exception };
export class ValueError extends Raised {}
export class IndexError extends Raised {}
export class KeyError extends Raised {}
export class AssertionError extends Raised {}
export class NotImplementedError extends Raised {}
export class RecursionError extends Raised {}
export class UnicodeError extends ValueError {}
/** JavaScript throws one error where Python has two. */
export const { TypeError } = globalThis;
export const AttributeError = TypeError;

/** A named tuple: its fields in order are its elements. */
export class NamedTuple extends Thing {
  *[Symbol.iterator](): Iterator<Any> {
    for (const name of fieldNames(this)) yield (this as Any)[name];
  }
  _asdict(): Dict {
    return new Dict(fieldNames(this).map((name) => [name, (this as Any)[name]]));
  }
  _replace(changes: Record<string, Any>): Any {
    return replace(this, changes);
  }
}

/** An enum of integers: its members are plain numbers here. */
export class IntEnum extends Thing {}

/** An empty object with attributes. */
export class Namespace {
  [name: string]: Any;
  constructor(fields: Record<string, Any> = {}) {
    Object.assign(this, fields);
  }
}

export const fieldNames = (thing: Any): string[] => thing.constructor.$fields ?? [];

/** A copy of a dataclass or named tuple with some fields changed. */
export function replace(thing: Any, changes: Record<string, Any> = {}): Any {
  const names = fieldNames(thing);
  const unknown = Object.keys(changes).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(`there is no field ${unknown}`);
  return new thing.constructor(...names.map((name) => (name in changes ? changes[name] : thing[name])));
}

/** A tuple: immutable. */
export function tuple(items: Iterable<Any> = []): Any {
  return Object.freeze(Array.isArray(items) ? items.slice() : [...iter(items)]);
}

export const isTuple = (x: Any): boolean => Array.isArray(x) && Object.isFrozen(x);

/** The lookup key of a value: equal tuples and sets are the same key. */
function keyOf(key: Any): Any {
  if (key === null || typeof key !== "object") return typeof key === "boolean" ? Number(key) : key;
  if (isTuple(key)) return `\u0000(${key.map((part: Any) => `${typeof part}${keyOf(part)}`).join("\u0001")})`;
  if (key instanceof Group) return `\u0000{${[...key].map(keyOf).sort().join("\u0001")}}`;
  if (Array.isArray(key) || key instanceof Dict) throw new TypeError("a list or dict cannot be a key");
  return key;
}

/** A dict: keys in insertion order. */
export class Dict<K = Any, V = Any> {
  private readonly held = new Map<Any, [K, V]>();
  constructor(pairs: Iterable<readonly [K, V]> = []) {
    for (const [key, value] of pairs) this.set(key, value);
  }
  get length(): number {
    return this.held.size;
  }
  has(key: K): boolean {
    return this.held.has(keyOf(key));
  }
  get(key: K, otherwise: Any = null): Any {
    const found = this.held.get(keyOf(key));
    return found ? found[1] : otherwise;
  }
  set(key: K, value: V): void {
    const code = keyOf(key);
    const there = this.held.get(code);
    if (there) there[1] = value;
    else this.held.set(code, [key, value]);
  }
  delete(key: K): void {
    this.held.delete(keyOf(key));
  }
  clear(): void {
    this.held.clear();
  }
  keys(): K[] {
    return [...this.held.values()].map((pair) => pair[0]);
  }
  values(): V[] {
    return [...this.held.values()].map((pair) => pair[1]);
  }
  items(): Any[] {
    return [...this.held.values()].map((pair) => tuple(pair));
  }
  /** The same pairs, for immediate unpacking: they are the dict's own. */
  pairs(): [K, V][] {
    return [...this.held.values()];
  }
  [Symbol.iterator](): Iterator<K> {
    return this.keys()[Symbol.iterator]();
  }
}

/** A set. */
export class Group {
  private readonly held = new Map<Any, Any>();
  constructor(items: Iterable<Any> = []) {
    for (const item of items) this.add(item);
  }
  get length(): number {
    return this.held.size;
  }
  add(item: Any): void {
    const code = keyOf(item);
    if (!this.held.has(code)) this.held.set(code, item);
  }
  has(item: Any): boolean {
    return this.held.has(keyOf(item));
  }
  [Symbol.iterator](): Iterator<Any> {
    return this.held.values();
  }
}

/** A range of integers. */
export class Range {
  readonly length: number;
  constructor(
    readonly start: number,
    readonly stop: number,
    readonly step: number,
  ) {
    this.length = Math.max(0, Math.ceil((stop - start) / step));
  }
  at(place: number): number {
    return this.start + place * this.step;
  }
  has(x: Any): boolean {
    const place = (Number(x) - this.start) / this.step;
    return (
      (typeof x === "number" || typeof x === "boolean") && Number.isInteger(place) && place >= 0 && place < this.length
    );
  }
  *[Symbol.iterator](): Iterator<number> {
    for (let place = 0; place < this.length; place++) yield this.start + place * this.step;
  }
}

/** An iterable, for JavaScript's own loops. */
export function iter(x: Any): Iterable<Any> {
  if (x !== null && typeof x[Symbol.iterator] === "function") return x;
  if (x instanceof Thing && "__iter__" in x) return (x as Any).__iter__();
  throw new TypeError(`cannot go through ${String(x)}`);
}

export function truth(x: Any): boolean {
  if (typeof x === "boolean") return x;
  if (x === null) return false;
  if (x === undefined) throw new TypeError("nothing is there");
  if (typeof x === "number" || typeof x === "string" || typeof x === "bigint") return Boolean(x);
  if (typeof x.length === "number") return x.length > 0;
  return typeof x.__len__ === "function" ? x.__len__() > 0 : true;
}

export const either = (a: Any, b: () => Any): Any => (truth(a) ? a : b());
export const both = (a: Any, b: () => Any): Any => (truth(a) ? b() : a);

const isRow = (x: Any): boolean => Array.isArray(x) || ArrayBuffer.isView(x) || x instanceof NamedTuple;

export function eq(a: Any, b: Any): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a !== "object" || typeof b !== "object") {
    const numbers = typeof a !== "string" && typeof b !== "string" && typeof a !== "object" && typeof b !== "object";
    return numbers && Number(a) === Number(b) && (typeof a !== "bigint" || typeof b !== "bigint" || a === b);
  }
  if (isRow(a) && isRow(b)) {
    const [one, two] = [[...a], [...b]];
    return one.length === two.length && one.every((x, place) => eq(x, two[place]));
  }
  if (a instanceof Dict && b instanceof Dict) {
    return a.length === b.length && a.items().every(([key, value]: Any) => b.has(key) && eq(value, b.get(key)));
  }
  if (a instanceof Group && b instanceof Group) return a.length === b.length && [...a].every((x) => b.has(x));
  if (a.constructor === b.constructor && a.constructor.$same)
    return fieldNames(a).every((name) => eq(a[name], b[name]));
  return false;
}

/** Below 0, 0 or above 0, as `a` sorts before, with or after `b`. */
export function compare(a: Any, b: Any): number {
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : Number(a > b);
  if (isRow(a) && isRow(b)) {
    const [one, two] = [[...a], [...b]];
    for (let place = 0; place < Math.min(one.length, two.length); place++) {
      const order = compare(one[place], two[place]);
      if (order) return order;
    }
    return one.length - two.length;
  }
  const kinds = [typeof a, typeof b];
  if (!kinds.every((kind) => kind === "number" || kind === "bigint" || kind === "boolean"))
    throw new TypeError("these have no order");
  return a < b ? -1 : Number(a > b);
}

export function lt(a: Any, b: Any): boolean {
  return typeof a === "number" && typeof b === "number" ? a < b : compare(a, b) < 0;
}
export function le(a: Any, b: Any): boolean {
  if (a instanceof Group) return [...a].every((x) => b.has(x));
  return typeof a === "number" && typeof b === "number" ? a <= b : compare(a, b) <= 0;
}
export function gt(a: Any, b: Any): boolean {
  return typeof a === "number" && typeof b === "number" ? a > b : compare(a, b) > 0;
}
export function ge(a: Any, b: Any): boolean {
  return typeof a === "number" && typeof b === "number" ? a >= b : compare(a, b) >= 0;
}

export function has(where: Any, what: Any): boolean {
  if (typeof where === "string") return where.includes(what);
  if (where instanceof Dict || where instanceof Group || where instanceof Range) return where.has(what);
  if (typeof where.__contains__ === "function") return where.__contains__(what);
  for (const item of iter(where)) if (eq(item, what)) return true;
  return false;
}
