/** Randomness for drawings: seeded by a name, so that a map always looks the same. */
export class Draw {
  private state: number;

  constructor(name: string) {
    this.state = 2166136261;
    for (const sign of name) this.state = Math.imul(this.state ^ sign.codePointAt(0)!, 16777619);
  }

  /** From 0 up to, but excluding, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}
