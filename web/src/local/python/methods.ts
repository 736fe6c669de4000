/** The methods of Python's texts, lists, dicts, sets, bytes and arrays. An object of a translated class has its own. */
import { printable, repr, sorted, str } from "./builtins";
import { whole } from "./numbers";
import { Dict, Group, KeyError, Thing, ValueError, eq, isTuple, iter, tuple, type Any } from "./values";

const fold = (text: string): string => text.toLowerCase();

/** UTF-8, a lone half of a pair as it is: Python's `surrogatepass`. */
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

/** A number as a fraction of whole numbers: its denominator is a power of two. */
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

/** A method by its name: an object of a translated class has its own. Each stands alone, so that a build keeps what is used. */
function method(name: string, own: (x: Any, ...args: Any[]) => Any): (x: Any, ...args: Any[]) => Any {
  return (x, ...args) => {
    const found = x instanceof Thing ? (x as Any)[name](...args) : own(x, ...args);
    return found === undefined ? null : found;
  };
}

/** Only objects have it. */
const nothing = (): never => {
  throw new TypeError("there is no such method");
};

export const add = /*#__PURE__*/ method("add", (x: Group, item) => x.add(item));
export const append = /*#__PURE__*/ method("append", (x, item) => void list(x).push(item));
export const as_integer_ratio = /*#__PURE__*/ method("as_integer_ratio", (x) => ratio(x));
export const capitalize = /*#__PURE__*/ method(
  "capitalize",
  (x: string) => x.slice(0, 1).toUpperCase() + fold(x.slice(1)),
);
export const clear = /*#__PURE__*/ method("clear", (x) => (x instanceof Dict ? x.clear() : void (list(x).length = 0)));
export const copy = /*#__PURE__*/ method("copy", (x) =>
  x instanceof Dict ? new Dict(x.items()) : Array.isArray(x) ? [...x] : x.copy(),
);
export const count = /*#__PURE__*/ method("count", (x, item) =>
  typeof x === "string" ? x.split(item).length - 1 : [...iter(x)].filter((one) => eq(one, item)).length,
);
export const decode = /*#__PURE__*/ method("decode", (x: Uint8Array) => new TextDecoder().decode(x));
export const encode = /*#__PURE__*/ method("encode", (x: string) => utf8(x));
export const extend = /*#__PURE__*/ method("extend", (x, more) => void list(x).push(...iter(more)));
export const format = /*#__PURE__*/ method("format", (x: string, words) =>
  x.replace(/\{(\w+)\}/g, (_, name: string) => str(words[name])),
);
export const get = /*#__PURE__*/ method("get", (x: Dict, key, otherwise = null) => x.get(key, otherwise));
export const hex = /*#__PURE__*/ method("hex", (x: Uint8Array) =>
  Array.from(x, (b) => b.toString(16).padStart(2, "0")).join(""),
);
export const index = /*#__PURE__*/ method("index", (x, item) => {
  const at = [...iter(x)].findIndex((one) => eq(one, item));
  if (at < 0) throw new ValueError(`${repr(item)} is not in list`);
  return at;
});
export const isascii = /*#__PURE__*/ method("isascii", (x: string) => /^[\0-\x7f]*$/.test(x));
export const isdigit = /*#__PURE__*/ method("isdigit", (x: string) => /^\p{Nd}+$/u.test(x));
export const isprintable = /*#__PURE__*/ method("isprintable", (x: string) => printable(x));
export const isupper = /*#__PURE__*/ method("isupper", (x: string) => x !== fold(x) && x === x.toUpperCase());
export const items = /*#__PURE__*/ method("items", (x: Dict) => x.items());
export const join = /*#__PURE__*/ method("join", (x: string, parts) => [...iter(parts)].join(x));
export const keys = /*#__PURE__*/ method("keys", (x: Dict) => x.keys());
export const lower = /*#__PURE__*/ method("lower", (x: string) => fold(x));
export const pop = /*#__PURE__*/ method("pop", (x, ...args) => {
  if (!(x instanceof Dict)) return list(x).splice(args[0] ?? -1, 1)[0];
  if (!x.has(args[0]) && args.length < 2) throw new KeyError(repr(args[0]));
  const found = x.get(args[0], args[1]);
  x.delete(args[0]);
  return found;
});
export const setdefault = /*#__PURE__*/ method("setdefault", (x: Dict, key, value = null) => {
  if (!x.has(key)) x.set(key, value);
  return x.get(key);
});
export const sort = /*#__PURE__*/ method(
  "sort",
  (x, options = {}) => void list(x).splice(0, x.length, ...sorted(x, options)),
);
export const split = /*#__PURE__*/ method("split", (x: string, mark, most = -1) => {
  const parts = x.split(mark);
  return most < 0 || parts.length <= most + 1 ? parts : [...parts.slice(0, most), parts.slice(most).join(mark)];
});
export const startswith = /*#__PURE__*/ method("startswith", (x: string, start) => x.startsWith(start));
export const strip = /*#__PURE__*/ method("strip", (x: string) => x.trim());
export const tobytes = /*#__PURE__*/ method("tobytes", (x: [{ bytes: Uint8Array }]) => x[0].bytes.slice());
export const tolist = /*#__PURE__*/ method("tolist", (x) =>
  typeof x === "number" ? x : ArrayBuffer.isView(x) ? Array.from(x as Int8Array) : x.map(tolist),
);
export const update = /*#__PURE__*/ method("update", (x: Dict, other: Dict) =>
  other.items().forEach(([key, value]) => x.set(key, value)),
);
export const upper = /*#__PURE__*/ method("upper", (x: string) => x.toUpperCase());
export const values = /*#__PURE__*/ method("values", (x: Dict) => x.values());
export const view = /*#__PURE__*/ method("view", (x) => x);
export const fullmatch = /*#__PURE__*/ method("fullmatch", nothing);
export const read_text = /*#__PURE__*/ method("read_text", nothing);
