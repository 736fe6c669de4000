/**
 * The spaces of a map as a few large shapes, which look as the board's do: one path for all outlines of a value instead of
 * a dozen elements for each space, because a browser takes long to move thousands of elements.
 */
import type { PitchPlace, Plan } from "../../../portobello/map/plan";
import { n } from "../../../portobello/map/svg";

// as the symbols `pitch-1` to `pitch-3` and the numbers on them are drawn
const BOX = { long: 37.5, wide: 17, round: 5 };
const INNER = { long: 34.6, wide: 14.1, round: 3 };
const PIPS = [[0], [-4, 4], [-8, 0, 8]];
const PIP = { along: 28, r: 2.4 };
const NUMBER = { size: 21, below: 7.6, digit: 12 };

export interface Shapes {
  /** 3 stands for more as well. */
  value: number;
  boxes: string;
  inner: string;
  pips: string;
  /** By size: the digits, with a place for each. */
  numbers: { size: number; text: string; x: string; y: string }[];
}

type At = (along: number, across: number) => string;

/** From places on a space to places on the map. */
function placing({ x, y, angle, scale }: PitchPlace): At {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  return (along, across) => `${n(x + along * cos - across * sin)} ${n(y + along * sin + across * cos)}`;
}

function box(at: At, scale: number, { long, wide, round }: typeof BOX): string {
  const [a, b] = [long - round, wide - round];
  const bend = `A${n(round * scale)} ${n(round * scale)} 0 0 1 `;
  return (
    `M${at(-a, -wide)}L${at(a, -wide)}${bend}${at(long, -b)}L${at(long, b)}${bend}${at(a, wide)}` +
    `L${at(-a, wide)}${bend}${at(-long, b)}L${at(-long, -b)}${bend}${at(-a, -wide)}Z`
  );
}

function pips(at: At, scale: number, value: number): string {
  const bow = `A${n(PIP.r * scale)} ${n(PIP.r * scale)} 0 1 0 `;
  const pip = (along: number, across: number) =>
    `M${at(along - PIP.r, across)}${bow}${at(along + PIP.r, across)}${bow}${at(along - PIP.r, across)}`;
  return PIPS[value - 1]!.flatMap((across) => [pip(-PIP.along, across), pip(PIP.along, across)]).join("");
}

/** `one`: all of the same size. */
function numbers(spaces: readonly PitchPlace[], one: number | null): Shapes["numbers"] {
  const digits = spaces.flatMap(({ value, x, y, scale }) =>
    [...String(value)].map((digit, at, all) => ({
      digit,
      size: Math.round(NUMBER.size * (one ?? scale)),
      x: n(x + scale * NUMBER.digit * (at - (all.length - 1) / 2)),
      y: n(y + scale * NUMBER.below),
    })),
  );
  return [...new Set(digits.map(({ size }) => size))].map((size) => {
    const some = digits.filter((one) => one.size === size);
    return {
      size,
      text: some.map(({ digit }) => digit).join(""),
      x: some.map(({ x }) => x).join(" "),
      y: some.map(({ y }) => y).join(" "),
    };
  });
}

/** `brief`: while they move, without what hardly shows. */
export function shapes({ alleys, scale: usual }: Plan, brief: boolean): Shapes[] {
  const all = [...alleys.values()].flatMap(({ pitches }) => pitches);
  return [1, 2, 3].flatMap((value) => {
    const some = all.filter((space) => Math.max(1, Math.min(space.value, 3)) === value);
    if (!some.length) return [];
    const placed = some.map((space) => [placing(space), space.scale] as const);
    return {
      value,
      boxes: placed.map(([at, scale]) => box(at, scale, BOX)).join(""),
      inner: brief ? "" : placed.map(([at, scale]) => box(at, scale, INNER)).join(""),
      pips: brief ? "" : placed.map(([at, scale]) => pips(at, scale, value)).join(""),
      numbers: numbers(some, brief ? usual : null),
    };
  });
}
