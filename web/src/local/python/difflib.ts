/** Which word was meant: the same answer as Python's `difflib.get_close_matches`. */

/** The first longest part that two words have in common: where it begins in each, and its length. */
function longest(a: string[], b: string[], from: [number, number], to: [number, number]): [number, number, number] {
  let best: [number, number, number] = [from[0], from[1], 0];
  let before = new Map<number, number>();
  for (let i = from[0]; i < to[0]; i++) {
    const here = new Map<number, number>();
    for (let j = from[1]; j < to[1]; j++) {
      if (a[i] !== b[j]) continue;
      const length = (before.get(j - 1) ?? 0) + 1;
      here.set(j, length);
      if (length > best[2]) best = [i - length + 1, j - length + 1, length];
    }
    before = here;
  }
  return best;
}

function matching(a: string[], b: string[], from: [number, number], to: [number, number]): number {
  const [i, j, length] = longest(a, b, from, to);
  if (!length) return 0;
  return length + matching(a, b, from, [i, j]) + matching(a, b, [i + length, j + length], to);
}

/** From 0 to 1: twice the letters in common, divided by the letters of both. */
export function ratio(a: string, b: string): number {
  const [one, two] = [[...a], [...b]];
  if (!one.length && !two.length) return 1;
  return (2 * matching(one, two, [0, 0], [one.length, two.length])) / (one.length + two.length);
}

/** The most similar word, if it is similar enough; the last in order if several are equal. */
export function closeMatches(word: string, words: readonly string[], _most: number, least: number): string[] {
  let best: [number, string] | null = null;
  for (const other of words) {
    const alike = ratio(other, word);
    if (alike >= least && (!best || alike > best[0] || (alike === best[0] && other > best[1]))) best = [alike, other];
  }
  return best ? [best[1]] : [];
}
