/** Applies what the server tells as changes: a JSON Patch (RFC 6902) of `add`, `remove` and `replace`. */

export interface Operation {
  op: string;
  path: string;
  value?: unknown;
}

type Container = unknown[] | Record<string, unknown>;

/** The value after the changes. The given one stays as it is: what has not changed is shared. */
export function patched<T>(value: T, patch: readonly Operation[]): T {
  return patch.reduce((result: unknown, change) => put(result, parts(change.path), change), value) as T;
}

/** The names on the way to a place, unescaped. */
const parts = (path: string): string[] =>
  path
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));

function put(value: unknown, [first, ...rest]: string[], change: Operation): unknown {
  if (first === undefined) return change.value;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Container;
  if (rest.length) {
    const fields = copy as Record<string, unknown>;
    fields[first] = put(fields[first], rest, change);
  } else if (!Array.isArray(copy)) {
    if (change.op === "remove") delete copy[first];
    else copy[first] = change.value;
  } else {
    const index = first === "-" ? copy.length : Number(first);
    if (change.op === "add") copy.splice(index, 0, change.value);
    else if (change.op === "remove") copy.splice(index, 1);
    else copy[index] = change.value;
  }
  return copy;
}
