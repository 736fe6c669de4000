/** The story of a finished game in one sentence, from everybody's points round by round. */

export type Story =
  | { key: "story.last"; seat: number; lead: number }
  | { key: "story.since"; seat: number; round: number }
  | { key: "story.always"; seat: number }
  | { key: "story.tie"; seat: null };

/** Who was ahead alone; null: nobody. */
function leader(points: readonly number[]): number | null {
  const best = Math.max(...points);
  const ahead = points.flatMap((score, seat) => (score === best ? [seat] : []));
  return ahead.length === 1 ? ahead[0]! : null;
}

/** `course`: all seats' points, first at the start, then after each round. Null for a game too short to tell. */
export function storyOf(course: readonly (readonly number[])[], winners: readonly number[]): Story | null {
  if (course.length < 3) return null;
  if (winners.length > 1) return { key: "story.tie", seat: null };
  const winner = winners[0]!;
  const before = course.at(-2)!;
  const last = leader(before);
  if (last !== null && last !== winner) {
    return { key: "story.last", seat: last, lead: before[last]! - before[winner]! };
  }
  // the round since which nobody else was ahead or level
  let since = course.length - 1;
  while (since > 0 && leader(course[since - 1]!) === winner) since--;
  if (since > 1) return { key: "story.since", seat: winner, round: since };
  return { key: "story.always", seat: winner };
}
