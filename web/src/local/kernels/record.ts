/**
 * A record of the rules (params or state) as an object: one property per field, over plain bytes with the same layout
 * as in the kernels. The classes themselves are generated (`generated/records.ts`).
 *
 * A record is an ordinary object: make as many as you like, there is nothing to free.
 */
export abstract class GameRecord {
  /** The record's bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Fields that are arrays, created on first access. */
  protected readonly fields: Record<string, unknown> = {};
  private views: {
    int8?: Int8Array;
    int16?: Int16Array;
    int32?: Int32Array;
    uint32?: Uint32Array;
    float64?: Float64Array;
  } = {};

  protected constructor(size: number) {
    this.bytes = new Uint8Array(new ArrayBuffer((size + 7) & ~7), 0, size);
  }

  protected get uint8(): Uint8Array {
    return this.bytes;
  }

  protected get int8(): Int8Array {
    return (this.views.int8 ??= new Int8Array(this.bytes.buffer));
  }

  protected get int16(): Int16Array {
    return (this.views.int16 ??= new Int16Array(this.bytes.buffer));
  }

  protected get int32(): Int32Array {
    return (this.views.int32 ??= new Int32Array(this.bytes.buffer));
  }

  protected get uint32(): Uint32Array {
    return (this.views.uint32 ??= new Uint32Array(this.bytes.buffer));
  }

  protected get float64(): Float64Array {
    return (this.views.float64 ??= new Float64Array(this.bytes.buffer));
  }

  /** The names of the fields, in order. */
  abstract get names(): readonly string[];

  protected abstract fresh(): this;

  /** Copy every byte of another record of the same kind. */
  set(other: this): void {
    this.bytes.set(other.bytes);
  }

  /** Says that nobody is going to change it. In Python all readers then share what they read; here reading is cheap. */
  keep(): this {
    return this;
  }

  copy(): this {
    const made = this.fresh();
    made.bytes.set(this.bytes);
    return made;
  }
}

type Part = { subarray(from: number, to: number): unknown; readonly length: number };

/** Numbers as rows of equal length, over the same memory. */
export function rows<A extends Part>(array: A, length: number): A[] {
  const parts: A[] = [];
  for (let at = 0; at < array.length; at += length) parts.push(array.subarray(at, at + length) as A);
  return parts;
}

/** Rows as groups with the same number of rows. */
export function grouped<A>(parts: A[], length: number): A[][] {
  const groups: A[][] = [];
  for (let at = 0; at < parts.length; at += length) groups.push(parts.slice(at, at + length));
  return groups;
}
