/** What a position's moves look like in the explorer: their letters, names and where their figures lie. */
import { moveText } from "../shell/help/advice.svelte";
import type { Lookup, StudyNode, Tried } from "../local/studies";
import { labelOf, letterOf } from "../study/label";
import { moveOf, type Speech } from "../words/speech";

export interface Row extends Tried {
  letter: string;
  name: string;
}

/** Rows shown before the others are folded away; a single further row is never folded. */
const FEW = 5;

/** The moves to show. `setting`: the first move of a game. */
export function rowsOf(found: Lookup, all: boolean, speech: Speech, setting: boolean): Row[] {
  const shown = all || found.moves.length === FEW + 1 ? found.moves : found.moves.slice(0, FEW);
  return shown.map((tried, place) => ({
    ...tried,
    letter: letterOf(place),
    name: moveText(speech, tried.move, { setting }),
  }));
}

/** Moves that are rarer than this do not stretch the scale: hardly anything is known of them. */
const RARE = 0.02;

/** The part of the scale of wins that is drawn, as [from, to]: an equal share lies in it, and the intervals. */
export function scaleOf(rows: readonly Tried[], share: number): [number, number] {
  const known = rows.filter(({ chosen }) => chosen >= RARE);
  const from = Math.min(share, ...known.map(({ low }) => low));
  const to = Math.max(share, ...known.map(({ high }) => high));
  return [Math.max(0, from - 0.01), Math.min(1, to + 0.01)];
}

/** A move by the place it is about, if it is about one. */
export function shortLabel(node: StudyNode, speech: Speech): string {
  if (node.seat < 0 || node.move === null) return labelOf(node, speech);
  const { params } = moveOf(speech, node.move);
  const place = Object.entries(params).find(([name]) => name.endsWith("_name"))?.[1];
  return place === undefined ? labelOf(node, speech) : String(place);
}
