/**
 * Python's operators. Integers are numbers as long as JavaScript represents them exactly, beyond that a `bigint`, so
 * that large results stay correct.
 */
import { Dict, Group, ValueError, isTuple, iter, tuple, type Any } from "./values";

const isWhole = Number.isInteger;

/** An integer in its smallest representation. */
export function whole(x: bigint): number | bigint {
  const number = Number(x);
  return Number.isSafeInteger(number) ? number : x;
}

function number(x: Any): number | bigint {
  if (typeof x === "number" || typeof x === "bigint") return x;
  if (typeof x === "boolean") return x ? 1 : 0;
  throw new TypeError(`not a number: ${String(x)}`);
}

/** The result in numbers, or in bigints where that would not be exact. */
function exactly(
  a: Any,
  b: Any,
  small: (a: number, b: number) => number,
  large: (a: bigint, b: bigint) => bigint,
): number | bigint {
  const x = number(a);
  const y = number(b);
  if (typeof x === "number" && typeof y === "number") {
    const result = small(x, y);
    if (Math.abs(result) <= Number.MAX_SAFE_INTEGER || !isWhole(x) || !isWhole(y)) return result;
  } else if (!(typeof x === "bigint" || isWhole(x)) || !(typeof y === "bigint" || isWhole(y))) {
    return small(Number(x), Number(y));
  }
  return whole(large(BigInt(x), BigInt(y)));
}

export function add(a: Any, b: Any): Any {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Math.abs(sum) <= Number.MAX_SAFE_INTEGER) return sum;
  }
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return isTuple(a) ? tuple([...a, ...b]) : [...a, ...b];
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Uint8Array.from([...a, ...b]);
  return exactly(
    a,
    b,
    (x, y) => x + y,
    (x, y) => x + y,
  );
}

export function sub(a: Any, b: Any): Any {
  if (a instanceof Group) return new Group([...a].filter((x) => !b.has(x)));
  return exactly(
    a,
    b,
    (x, y) => x - y,
    (x, y) => x - y,
  );
}

export function mul(a: Any, b: Any): Any {
  if (Array.isArray(a)) {
    const parts = Array.from({ length: Math.max(0, b) }, () => a).flat(1);
    return isTuple(a) ? tuple(parts) : parts;
  }
  if (typeof a === "string") return a.repeat(Math.max(0, b));
  return exactly(
    a,
    b,
    (x, y) => x * y,
    (x, y) => x * y,
  );
}

function nonzero(b: Any): void {
  if (!Number(b)) throw new ValueError("division by zero");
}

export function div(a: Any, b: Any): number {
  nonzero(b);
  return Number(number(a)) / Number(number(b));
}

const floor = (a: bigint, b: bigint) => (a % b !== 0n && a < 0n !== b < 0n ? a / b - 1n : a / b);

export function floordiv(a: Any, b: Any): number | bigint {
  nonzero(b);
  return exactly(a, b, (x, y) => Math.floor(x / y), floor);
}

export function mod(a: Any, b: Any): number | bigint {
  nonzero(b);
  return exactly(
    a,
    b,
    (x, y) => ((x % y) + y) % y,
    (x, y) => x - floor(x, y) * y,
  );
}

export function pow(a: Any, b: Any): number | bigint {
  return exactly(
    a,
    b,
    (x, y) => x ** y,
    (x, y) => x ** y,
  );
}

export function neg(a: Any): Any {
  return sub(0, a);
}

const small = (x: Any) => typeof x === "number" && (x | 0) === x;

/** Bitwise operations: within 32 bits JavaScript does the same as Python. */
function bits(
  a: Any,
  b: Any,
  few: (a: number, b: number) => number,
  many: (a: bigint, b: bigint) => bigint,
): number | bigint {
  if (small(a) && small(b)) return few(a, b);
  return whole(many(BigInt(number(a)), BigInt(number(b))));
}

export function and(a: Any, b: Any): Any {
  if (a instanceof Group || Array.isArray(a)) {
    const others = new Group(iter(b));
    return new Group([...a].filter((x) => others.has(x)));
  }
  if (typeof a === "boolean" && typeof b === "boolean") return a && b;
  return bits(
    a,
    b,
    (x, y) => x & y,
    (x, y) => x & y,
  );
}

export function or(a: Any, b: Any): Any {
  if (a instanceof Group) return new Group([...a, ...iter(b)]);
  if (a instanceof Dict) return new Dict([...a.items(), ...b.items()]);
  if (typeof a === "boolean" && typeof b === "boolean") return a || b;
  return bits(
    a,
    b,
    (x, y) => x | y,
    (x, y) => x | y,
  );
}

export function xor(a: Any, b: Any): number | bigint {
  return bits(
    a,
    b,
    (x, y) => x ^ y,
    (x, y) => x ^ y,
  );
}

export function shl(a: Any, b: Any): number | bigint {
  return mul(a, pow(2, b)) as number | bigint;
}

export function shr(a: Any, b: Any): number | bigint {
  return floordiv(a, pow(2, b));
}

const OPERATORS: Record<string, (a: Any, b: Any) => Any> = {
  add,
  sub,
  mul,
  div,
  floordiv,
  mod,
  pow,
  and,
  or,
  xor,
  shl,
  shr,
};

/** `value += other` and the like: lists and sets change in place. */
export function changed(value: Any, operator: string, other: Any): Any {
  if (operator === "add" && Array.isArray(value) && !isTuple(value)) {
    value.push(...iter(other));
    return value;
  }
  if (operator === "or" && value instanceof Group) {
    for (const item of iter(other)) value.add(item);
    return value;
  }
  return OPERATORS[operator]!(value, other);
}

// --- formatting numbers ---

/** A number as `repr` writes it. */
export function numberText(x: number): string {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  if (isWhole(x) && Math.abs(x) < 1e16) return String(x);
  const [digits, exponent] = x.toExponential().split("e") as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < 16)
    return power < 0 ? x.toFixed(Math.max(0, digits.replace(/\D/g, "").length - 1 - power)) : String(x);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** This many decimals; a tie goes to the even digit, as in Python. */
function fixed(x: number, digits: number): string {
  const exact = Math.abs(x).toFixed(100);
  const cut = exact.length - 100 + digits;
  const kept = exact.slice(0, digits ? cut : cut - 1);
  const tie = /^50*$/.test(exact.slice(cut));
  if (Object.is(x, -0)) return `-${x.toFixed(digits)}`;
  if (!tie) return x.toFixed(digits);
  const even = Number(kept.at(-1)) % 2 === 0;
  return (x < 0 ? "-" : "") + (even ? kept : Math.abs(x).toFixed(digits));
}

export function formatted(x: Any, spec: string): string {
  const value = Number(number(x));
  const places = /^\.(\d+)f$/.exec(spec);
  if (places) return fixed(value, Number(places[1]));
  if (spec === "g") return numberText(Number(value.toPrecision(6)));
  throw new ValueError(`the format ${spec} is not known here`);
}
