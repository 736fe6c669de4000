/** Python's `random.Random`: the Mersenne Twister (MT19937), seeded and drawn from as Python does. */
import { iter, Thing, type Any } from "./values";

const WORDS = 624;
const AHEAD = 397;

export class Random extends Thing {
  declare private words: Uint32Array;
  declare private at: number;

  override __init__(seed: number): void {
    this.words = new Uint32Array(WORDS);
    this.at = WORDS;
    const key: number[] = [];
    for (let rest = BigInt(seed < 0 ? -seed : seed); rest > 0n || !key.length; rest >>= 32n)
      key.push(Number(rest & 0xffffffffn));
    this.fill(19650218);
    const { words } = this;
    let [place, part] = [1, 0];
    const onward = (mixed: number) => {
      words[place] = mixed;
      if (++place >= WORDS) {
        words[0] = words[WORDS - 1]!;
        place = 1;
      }
    };
    const before = () => words[place - 1]! ^ (words[place - 1]! >>> 30);
    for (let step = Math.max(WORDS, key.length); step > 0; step--) {
      onward((words[place]! ^ Math.imul(before(), 1664525)) + key[part]! + part);
      part = (part + 1) % key.length;
    }
    for (let step = WORDS - 1; step > 0; step--) onward((words[place]! ^ Math.imul(before(), 1566083941)) - place);
    words[0] = 0x80000000;
  }

  private fill(seed: number): void {
    this.words[0] = seed;
    for (let at = 1; at < WORDS; at++)
      this.words[at] = Math.imul(1812433253, this.words[at - 1]! ^ (this.words[at - 1]! >>> 30)) + at;
  }

  private word(): number {
    const { words } = this;
    if (this.at >= WORDS) {
      for (let at = 0; at < WORDS; at++) {
        const mixed = (words[at]! & 0x80000000) | (words[(at + 1) % WORDS]! & 0x7fffffff);
        words[at] = words[(at + AHEAD) % WORDS]! ^ (mixed >>> 1) ^ (mixed & 1 ? 0x9908b0df : 0);
      }
      this.at = 0;
    }
    let drawn = words[this.at++]!;
    drawn ^= drawn >>> 11;
    drawn ^= (drawn << 7) & 0x9d2c5680;
    drawn ^= (drawn << 15) & 0xefc60000;
    return (drawn ^ (drawn >>> 18)) >>> 0;
  }

  private below(bound: number): number {
    const bits = 32 - Math.clz32(bound);
    let drawn = this.word() >>> (32 - bits);
    while (drawn >= bound) drawn = this.word() >>> (32 - bits);
    return drawn;
  }

  random(): number {
    const [high, low] = [this.word() >>> 5, this.word() >>> 6];
    return (high * 67108864 + low) / 9007199254740992;
  }
  randrange(stop: number): number {
    return this.below(stop);
  }
  randint(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }
  choice(items: Any): Any {
    return items[this.below(items.length)];
  }
  shuffle(items: Any[]): void {
    for (let at = items.length - 1; at > 0; at--) {
      const other = this.below(at + 1);
      [items[at], items[other]] = [items[other], items[at]];
    }
  }
  /** As Python: from a shrinking pool, or, where that would be large, again if drawn before. */
  sample(population: Any, count: number): Any[] {
    const pool = [...iter(population)];
    const size = pool.length;
    const small = 21 + (count > 5 ? 4 ** Math.ceil(Math.log(count * 3) / Math.log(4)) : 0);
    const taken = new Set<number>();
    return Array.from({ length: count }, (_, place) => {
      if (size <= small) {
        const at = this.below(size - place);
        const found: Any = pool[at];
        pool[at] = pool[size - place - 1];
        return found;
      }
      let at = this.below(size);
      while (taken.has(at)) at = this.below(size);
      taken.add(at);
      return pool[at];
    });
  }
}
