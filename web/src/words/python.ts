/**
 * The runtime of the translated Python that the page itself calls (`local/generated/speech`): the same names as in
 * `local/python`, for the few values that messages and drawings use. Strings, numbers, booleans and null are JavaScript's own,
 * lists and tuples are arrays, and dicts, whose keys are all strings, are plain objects.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what the translated speech takes has no types here
type Any = any;

export class Thing {
  constructor(...args: Any[]) {
    (this as Any).__init__(...args);
  }
}

export const dict = (pairs: [string, Any][]): Any => Object.fromEntries(pairs);
export const tuple = (items: Any[]): Any[] => items;
export const unpack = tuple;
export const iter = tuple;
export const str = String;
export const int = (x: Any): number => Math.trunc(Number(x));
export const add = (a: Any, b: Any): Any => a + b;
export const sub = (a: number, b: number): number => a - b;
export const mul = (a: number, b: number): number => a * b;
export const div = (a: number, b: number): number => a / b;
export const floordiv = (a: number, b: number): number => Math.floor(a / b);
export const mod = (a: number, b: number): number => a % b; // of what is not negative
export const eq = (a: Any, b: Any): boolean => a === b;
export const lt = (a: number, b: number): boolean => a < b;
export const le = (a: number, b: number): boolean => a <= b;
export const gt = (a: number, b: number): boolean => a > b;
export const len = (x: Any[] | string): number => x.length;
export const truth = (x: Any): boolean => (Array.isArray(x) ? x.length > 0 : Boolean(x));
export const has = (where: Any, what: Any): boolean => (Array.isArray(where) ? where.includes(what) : what in where);
export const item = (x: Any, index: string | number): Any => x[index];
export const setitem = (x: Any, index: string | number, value: Any): void => void (x[index] = value);
export const slice = (x: string | Any[], from: number | null, to: number | null): Any =>
  x.slice(from ?? 0, to ?? undefined);
export const changed = (x: number, how: "add" | "sub", by: number): number => (how === "add" ? x + by : x - by);
export const { abs } = Math;
/** Of some numbers, or of a list of them. */
const among = (xs: Any[]): number[] => (Array.isArray(xs[0]) ? xs[0] : xs);
export const max = (...xs: Any[]): number => Math.max(...among(xs));
export const min = (...xs: Any[]): number => Math.min(...among(xs));
export const any = (xs: Iterable<Any>): boolean => [...xs].some(truth);
export const range = (end: number): number[] => Array.from({ length: end }, (_, at) => at);
export const sum = (xs: number[]): number => xs.reduce(add, 0);

export const lib = {
  itertools: { pairwise: (xs: Any[]): [Any, Any][] => xs.slice(1).map((x, at) => [xs[at], x]) },
  // `Math.hypot` minds numbers far beyond a map's, and takes ten times as long
  math: { dist: (a: number[], b: number[]): number => Math.sqrt((b[0]! - a[0]!) ** 2 + (b[1]! - a[1]!) ** 2) },
};

const KINDS: Record<string, (x: Any) => boolean> = {
  bool: (x) => typeof x === "boolean",
  int: (x) => Number.isInteger(x) || typeof x === "boolean",
  list: Array.isArray,
  tuple: Array.isArray,
};
export const isinstance = (x: Any, kinds: string[]): boolean => kinds.some((kind) => KINDS[kind]!(x));

export const apart = {
  enumerate: (xs: Any[]): Any[] => xs.map((x, place) => [place, x]),
  items: Object.entries,
};

export const methods = {
  append: (x: Any[], one: Any): void => void x.push(one),
  join: (x: string, parts: string[]): string => parts.join(x),
  split: (x: string, mark: string): string[] => x.split(mark),
  startswith: (x: string, start: string): boolean => x.startsWith(start),
  update: Object.assign,
};

/** Names of parameters and classes, which nobody needs here. */
/* @__NO_SIDE_EFFECTS__ */
export const named = (..._: Any[]): void => {};
/* @__NO_SIDE_EFFECTS__ */
export const kind = (..._: Any[]): void => {};
