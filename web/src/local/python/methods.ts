/** Methods of Python's strings, lists, dicts, sets, bytes and arrays. Objects of translated classes have their own. */
import { printable, repr, sorted, str } from "./builtins";
import { whole } from "./numbers";
import { Dict, Group, KeyError, Thing, ValueError, eq, isTuple, iter, tuple, type Any } from "./values";

const fold = (text: string): string => text.toLowerCase();

/** UTF-8, with lone surrogates encoded as they are: Python's `surrogatepass`. */
function utf8(text: string): Uint8Array {
  const found: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    if (code < 0x80) found.push(code);
    else if (code < 0x800) found.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) found.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else found.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return Uint8Array.from(found);
}

/** A number as a fraction of integers: its denominator is a power of two. */
function ratio(x: number): Any {
  let top = x;
  let bottom = 1n;
  while (!Number.isInteger(top)) {
    top *= 2;
    bottom *= 2n;
  }
  return tuple([whole(BigInt(top)), whole(bottom)]);
}

function list(x: Any): Any[] {
  if (!Array.isArray(x) || isTuple(x)) throw new TypeError("only a list changes");
  return x;
}

const OWN: Record<string, (x: Any, ...args: Any[]) => Any> = {
  add: (x: Group, item) => x.add(item),
  append: (x, item) => void list(x).push(item),
  as_integer_ratio: (x) => ratio(x),
  capitalize: (x: string) => x.slice(0, 1).toUpperCase() + fold(x.slice(1)),
  clear: (x) => (x instanceof Dict ? x.clear() : void (list(x).length = 0)),
  copy: (x) => (x instanceof Dict ? new Dict(x.items()) : Array.isArray(x) ? [...x] : x.copy()),
  count: (x, item) =>
    typeof x === "string" ? x.split(item).length - 1 : [...iter(x)].filter((one) => eq(one, item)).length,
  decode: (x: Uint8Array) => new TextDecoder().decode(x),
  encode: (x: string) => utf8(x),
  extend: (x, more) => void list(x).push(...iter(more)),
  format: (x: string, words) => x.replace(/\{(\w+)\}/g, (_, name: string) => str(words[name])),
  get: (x: Dict, key, otherwise = null) => x.get(key, otherwise),
  hex: (x: Uint8Array) => Array.from(x, (b) => b.toString(16).padStart(2, "0")).join(""),
  index: (x, item) => {
    const at = [...iter(x)].findIndex((one) => eq(one, item));
    if (at < 0) throw new ValueError(`${repr(item)} is not in list`);
    return at;
  },
  isascii: (x: string) => /^[\0-\x7f]*$/.test(x),
  isdigit: (x: string) => /^\p{Nd}+$/u.test(x),
  isprintable: (x: string) => printable(x),
  isupper: (x: string) => x !== fold(x) && x === x.toUpperCase(),
  items: (x: Dict) => x.items(),
  join: (x: string, parts) => [...iter(parts)].join(x),
  keys: (x: Dict) => x.keys(),
  lower: (x: string) => fold(x),
  pop: (x, ...args) => {
    if (!(x instanceof Dict)) return list(x).splice(args[0] ?? -1, 1)[0];
    if (!x.has(args[0]) && args.length < 2) throw new KeyError(repr(args[0]));
    const found = x.get(args[0], args[1]);
    x.delete(args[0]);
    return found;
  },
  removeprefix: (x: string, start: string) => (x.startsWith(start) ? x.slice(start.length) : x),
  replace: (x: string, old: string, by: string) => x.replaceAll(old, () => by),
  rsplit: (x: string, mark: string, most: number) => {
    const parts = x.split(mark);
    return parts.length <= most + 1 ? parts : [parts.slice(0, -most).join(mark), ...parts.slice(-most)];
  },
  rstrip: (x: string) => x.trimEnd(),
  setdefault: (x: Dict, key, value = null) => {
    if (!x.has(key)) x.set(key, value);
    return x.get(key);
  },
  sort: (x, options = {}) => void list(x).splice(0, x.length, ...sorted(x, options)),
  split: (x: string, mark = null, most = -1) => {
    if (mark === null) return x.split(/\s+/).filter(Boolean);
    const parts = x.split(mark);
    return most < 0 || parts.length <= most + 1 ? parts : [...parts.slice(0, most), parts.slice(most).join(mark)];
  },
  startswith: (x: string, start) => x.startsWith(start),
  strip: (x: string) => x.trim(),
  tobytes: (x: [{ bytes: Uint8Array }]) => x[0].bytes.slice(),
  tolist: (x) => (typeof x === "number" ? x : ArrayBuffer.isView(x) ? Array.from(x as Int8Array) : x.map(OWN.tolist!)),
  update: (x: Dict, other: Dict) => other.items().forEach(([key, value]) => x.set(key, value)),
  upper: (x: string) => x.toUpperCase(),
  values: (x: Dict) => x.values(),
  view: (x) => x,
};

export const methods: Record<string, (x: Any, ...args: Any[]) => Any> = {};
for (const name of [...Object.keys(OWN), "fullmatch", "read_text"]) {
  methods[name] = (x, ...args) => {
    const found = x instanceof Thing ? (x as Any)[name](...args) : OWN[name]!(x, ...args);
    return found === undefined ? null : found;
  };
}
