/** What this device remembers of who solves puzzles: a rating for each game, streaks, days. Nothing leaves it. */
import { rate, rating } from "openskill";
import { remember } from "../table/stored";
import type { GameName } from "../table/table";
import { dayOf, type Puzzle, type Shown } from "./puzzle";
import { KEPT, type Skill, type Solver } from "./remembered";

export { solver, type Solver } from "./remembered";

/** As in `puzzles/rating.py`, where openskill adds the same uncertainty before each try. */
const [MIDDLE, SCALE, TAU] = [1500, 60, 25 / 300];
const REMEMBERED = 200;
const CURVE = 30;

function keep(now: Solver): Solver {
  remember(KEPT, now);
  return now;
}

const skillOf = (now: Solver, game: GameName): Skill => now.skill[game] ?? rating();

export const shown = ({ mu, sigma }: Skill): Shown => [
  Math.round(MIDDLE + SCALE * (mu - 25)),
  Math.round(2 * SCALE * sigma),
];

export const ratingOf = (now: Solver, game: GameName): Shown => shown(skillOf(now, game));

/** A try counts as a game between the solver and the puzzle. */
export function tried(now: Solver, game: GameName, puzzle: Puzzle, solved: boolean): Solver {
  const [level, uncertainty] = puzzle.rating;
  const rival = { mu: 25 + (level - MIDDLE) / SCALE, sigma: uncertainty / (2 * SCALE) };
  const [[own]] = rate([[skillOf(now, game)], [rival]], { rank: solved ? [1, 2] : [2, 1], tau: TAU }) as [
    [Skill],
    [Skill],
  ];
  const seen = [puzzle.id, ...now.seen.filter((id) => id !== puzzle.id)].slice(0, REMEMBERED);
  const skill = { mu: own.mu, sigma: own.sigma };
  const latest = [...(now.latest[game] ?? []), shown(skill)[0]].slice(-CURVE);
  return keep({
    ...now,
    skill: { ...now.skill, [game]: skill },
    seen,
    latest: { ...now.latest, [game]: latest },
  });
}

export function solvedToday(now: Solver, today = dayOf(new Date())): Solver {
  if (now.day.last === today) return now;
  const row = now.day.last === today - 1 ? now.day.row + 1 : 1;
  const solved = [...now.solved, today].slice(-7);
  return keep({ ...now, day: { last: today, row, longest: Math.max(row, now.day.longest) }, solved });
}

export function streakEnded(now: Solver, game: GameName, length: number): Solver {
  if (length <= (now.streak[game] ?? 0)) return now;
  return keep({ ...now, streak: { ...now.streak, [game]: length } });
}
