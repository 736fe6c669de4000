/** The parts of Python's library, NumPy and msgspec that the translated modules use. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { closeMatches } from "./difflib";
import { methods } from "./methods";
import { Random } from "./random";
import {
  Dict,
  NamedTuple,
  Raised,
  Thing,
  ValueError,
  compare,
  fieldNames,
  isTuple,
  iter,
  replace,
  tuple,
  type Any,
} from "./values";

/** JSON values to Python values. */
export function fromJson(value: Any): Any {
  if (Array.isArray(value)) return value.map(fromJson);
  if (value !== null && typeof value === "object")
    return new Dict(Object.entries(value).map(([key, inner]) => [key, fromJson(inner)]));
  return value;
}

/** Python values to JSON values. */
export function toJson(value: Any): Any {
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Dict) {
    const found: Record<string, Any> = {};
    for (const [key, inner] of value.pairs()) found[key] = toJson(inner);
    return found;
  }
  return Array.isArray(value) || value instanceof NamedTuple ? Array.from(value, toJson) : value;
}

/** Files of the package, by path; `loadGame` adds those of a game. */
export const data = new Map<string, string>();

class Files extends Thing {
  declare path: string;
  override __init__(path = ""): void {
    this.path = path;
  }
  joinpath(path: string): Files {
    return new Files(path);
  }
  read_text(): string {
    return data.get(this.path)!;
  }
}

class Pattern extends Thing {
  declare source: RegExp;
  declare places: RegExp;
  override __init__(pattern: string): void {
    this.source = new RegExp(`^(?:${pattern})$`, "u");
    this.places = new RegExp(pattern, "gu");
  }
  fullmatch(text: string): Any {
    return this.source.exec(text);
  }
  sub(by: string, text: string): string {
    return text.replace(this.places, () => by);
  }
}

class Digest extends Thing {
  declare given: Uint8Array;
  override __init__(given: Uint8Array): void {
    this.given = given;
  }
  hexdigest(): string {
    return methods.hex!(sha256(this.given)) as string;
  }
}

/** The replacement fields of a format string: the text before each, its name, and two parts that are unused here. */
class Formatter extends Thing {
  parse(text: string): Any[] {
    return [...text.matchAll(/([^{]*)(?:\{(\w+)\})?/g)].map((found) => tuple([found[1], found[2] ?? null, null, null]));
  }
}

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

class ValidationError extends ValueError {}
class DecodeError extends Raised {}

const isPair = (x: Any): boolean =>
  Array.isArray(x) && x.length === 2 && Number.isInteger(x[0]) && typeof x[1] === "string";
const isNumbers = (x: Any): boolean => Array.isArray(x) && x.every(Number.isInteger);
const isObject = (x: Any): boolean => x !== null && typeof x === "object" && !Array.isArray(x);

function checked(holds: boolean, place = ""): void {
  if (!holds) throw new ValidationError(`another type is needed${place}`);
}

const pack = (value: Any): Uint8Array => methods.encode!(JSON.stringify(value)) as Uint8Array;

/** How to read a value of each type; the sources spell the types exactly like this. */
const READERS: Record<string, (x: Any) => Any> = {
  "": fromJson,
  str: (x) => (checked(typeof x === "string"), x),
  int: (x) => (checked(Number.isInteger(x)), x),
  "list[tuple[int, str]]": (x) => {
    checked(Array.isArray(x));
    return x.map((pair: Any, at: number) => (checked(isPair(pair), ` - at \`$[${at}]\``), tuple(pair)));
  },
  "dict[str, list[int]] | None": (x) => {
    checked(x === null || (isObject(x) && Object.values(x).every(isNumbers)));
    return fromJson(x);
  },
  "dict[str, msgspec.Raw]": (x) => {
    checked(isObject(x));
    return new Dict(Object.entries(x).map(([key, value]) => [key, pack(value)]));
  },
};

class Decoder extends Thing {
  declare reader: (x: Any) => Any;
  override __init__(kind = ""): void {
    const reader = READERS[kind];
    if (!reader) throw new TypeError(`values of type ${kind} are not read here`);
    this.reader = reader;
  }
  decode(given: string | Uint8Array): Any {
    let value: Any;
    try {
      value = JSON.parse(typeof given === "string" ? given : new TextDecoder().decode(given));
    } catch (error) {
      throw new DecodeError(String(error));
    }
    return this.reader(value);
  }
}

/** All places where a pattern is: the text there, of its group, or of its groups. */
const findall = (pattern: string, text: string, flags = ""): Any[] =>
  Array.from(text.matchAll(new RegExp(pattern, `gu${flags}`)), ([all, ...groups]) =>
    groups.length > 1 ? tuple(groups) : (groups[0] ?? all),
  );

/** A call of a method that is made later. */
const partial = (owner: Any, name: string, args: Any[]) => (): Any => owner[name](...args);

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

function crc32(given: Uint8Array): number {
  let rest = 0xffffffff;
  for (let at = 0; at < given.length; at++) rest = (rest >>> 8) ^ CRC[(rest ^ given[at]!) & 255]!;
  return (rest ^ 0xffffffff) >>> 0;
}

/** A dataclass, and those nested in it, as dicts. */
function asdict(x: Any): Any {
  if (Array.isArray(x)) return isTuple(x) ? tuple(x.map(asdict)) : x.map(asdict);
  if (x instanceof NamedTuple) return tuple([...x].map(asdict));
  if (x instanceof Dict) return new Dict(x.items().map(([key, value]: Any) => [key, asdict(value)]));
  const names = x instanceof Thing ? fieldNames(x) : [];
  return names.length ? new Dict(names.map((name) => [name, asdict((x as Any)[name])])) : x;
}

function* combinations(xs: Any, size: number): Generator<Any> {
  const all = [...iter(xs)];
  if (size !== 2) throw new ValueError("only pairs are combined here");
  for (const [place, one] of all.entries()) for (const other of all.slice(place + 1)) yield tuple([one, other]);
}

/** All combinations of one of each, the last changing fastest. */
const product = (...all: Any[]): Any[] =>
  all
    .map((xs) => [...iter(xs)])
    .reduce<Any[][]>((found, xs) => found.flatMap((before) => xs.map((x: Any) => [...before, x])), [[]])
    .map(tuple);

function loads(text: string): Any {
  try {
    return fromJson(JSON.parse(text));
  } catch (error) {
    throw new ValueError(String(error));
  }
}

const byName = ([one]: [string, Any], [other]: [string, Any]): number => compare(one, other);
const inOrder = (_: string, value: Any): Any =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(byName))
    : value;

/** JSON that escapes only what it must: a lone surrogate stays as it is. */
const dumps = (value: Any, { sort_keys = false }: Any = {}): string =>
  JSON.stringify(toJson(value), sort_keys ? inOrder : undefined).replace(
    /\\u(d[89a-f][0-9a-f]{2})/g,
    (_, code: string) => String.fromCharCode(parseInt(code, 16)),
  );

const ARRAYS: Record<string, (size: number) => Any> = {
  int16: (size) => new Int16Array(size),
  int32: (size) => new Int32Array(size),
  float64: (size) => new Float64Array(size),
};

function bisect_left(sorted: ArrayLike<Any>, wanted: Any): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const lib = {
  bisect: { bisect_left },
  dataclasses: { asdict, fields: (kind: Any) => kind.$fields.map((name: string) => ({ name })), replace },
  difflib: { get_close_matches: closeMatches },
  functools: { partial },
  hashlib: { sha256: (given: Uint8Array) => new Digest(given) },
  hmac: { digest: (key: Uint8Array, message: Uint8Array) => hmac(sha256, key, message) },
  importlib_resources: { files: () => new Files() },
  itertools: {
    combinations,
    product,
    pairwise: (xs: Any) => [...iter(xs)].slice(1).map((x, place) => tuple([[...iter(xs)][place], x])),
  },
  json: { dumps, loads },
  math: {
    atan2: Math.atan2,
    ceil: Math.ceil,
    cos: Math.cos,
    degrees: (x: number) => x * (180 / Math.PI),
    dist: ([ax, ay]: [number, number], [bx, by]: [number, number]) => Math.hypot(bx - ax, by - ay),
    floor: Math.floor,
    hypot: Math.hypot,
    inf: Infinity,
    nan: NaN,
    pi: Math.PI,
    radians: (x: number) => x * (Math.PI / 180),
    sin: Math.sin,
    sqrt: Math.sqrt,
  },
  msgspec: { DecodeError, ValidationError },
  msgspec_json: { Decoder: (kind?: string) => new Decoder(kind), encode: (value: Any) => pack(toJson(value)) },
  numpy: {
    array: (values: Any) => [...iter(values)],
    asarray: (values: Any, kind: string) => {
      const given = [...iter(values)];
      const array = ARRAYS[kind]!(given.length);
      array.set(given);
      return array;
    },
    zeros: (size: number, kind = "float64") => ARRAYS[kind]!(size),
    int16: "int16",
    int32: "int32",
    int64: "int64",
    recarray: "recarray",
  },
  random: { Random: (seed: number) => new Random(seed) },
  re: {
    DOTALL: "s",
    compile: (pattern: string) => new Pattern(pattern),
    findall,
    search: (pattern: string, text: string) => new RegExp(pattern, "u").exec(text),
  },
  string: { Formatter: () => new Formatter() },
  xml_sax_saxutils: { escape },
  zlib: { crc32 },
};
