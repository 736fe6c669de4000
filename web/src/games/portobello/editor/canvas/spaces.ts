/**
 * The spaces of a map as a few large shapes: one path for each part of a symbol and all spaces of a value, instead of a
 * dozen elements for each space, because a browser takes long to move thousands of elements.
 */
import type { PitchPlace, Plan } from "../../map/plan";
import { n } from "../../map/svg";

const NUMBER = { size: 21, below: 7.6, digit: 12 };

interface Look {
  fill: string | null;
  stroke: string | null;
  opacity: string | null;
}

/** A part of all spaces of a value, drawn at once. */
export interface Layer {
  d: string;
  look: Look;
  width: number;
}

export interface Shapes {
  /** 3 stands for more as well. */
  value: number;
  layers: Layer[];
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

type Outline = (at: At, scale: number) => string;
const measure = (of: Element, name: string) => Number(of.getAttribute(name) ?? 0);

function box(rect: Element): Outline {
  const [left, top, round] = [measure(rect, "x"), measure(rect, "y"), measure(rect, "rx")];
  const [right, bottom] = [left + measure(rect, "width"), top + measure(rect, "height")];
  return (at, scale) => {
    const bend = `A${n(round * scale)} ${n(round * scale)} 0 0 1 `;
    return (
      `M${at(left + round, top)}L${at(right - round, top)}${bend}${at(right, top + round)}` +
      `L${at(right, bottom - round)}${bend}${at(right - round, bottom)}L${at(left + round, bottom)}` +
      `${bend}${at(left, bottom - round)}L${at(left, top + round)}${bend}${at(left + round, top)}Z`
    );
  };
}

function pip(circle: Element): Outline {
  const [x, y, r] = [measure(circle, "cx"), measure(circle, "cy"), measure(circle, "r")];
  return (at, scale) => {
    const bow = `A${n(r * scale)} ${n(r * scale)} 0 1 0 `;
    return `M${at(x - r, y)}${bow}${at(x + r, y)}${bow}${at(x - r, y)}`;
  };
}

interface Part {
  outlines: Outline[];
  look: Look;
  width: number;
}

/** The parts of the symbol of a value, which the board uses as it is: a box, a line within, pips. */
function partsOf(value: number): Part[] {
  return [...document.getElementById(`pitch-${value}`)!.children].map((part) => ({
    outlines: part.tagName === "rect" ? [box(part)] : [...part.children].map(pip),
    look: {
      fill: part.getAttribute("fill"),
      stroke: part.getAttribute("stroke"),
      opacity: part.getAttribute("opacity"),
    },
    width: measure(part, "stroke-width"),
  }));
}

let known: Part[][] | null = null;

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
  const symbols = (known ??= [1, 2, 3].map(partsOf));
  const all = [...alleys.values()].flatMap(({ pitches }) => pitches);
  return [1, 2, 3].flatMap((value) => {
    const some = all.filter((space) => Math.max(1, Math.min(space.value, 3)) === value);
    if (!some.length) return [];
    const placed = some.map((space) => [placing(space), space.scale] as const);
    const layers = symbols[value - 1]!.slice(0, brief ? 1 : undefined).map(({ outlines, look, width }) => ({
      d: placed.flatMap(([at, scale]) => outlines.map((outline) => outline(at, scale))).join(""),
      look,
      width: width * usual,
    }));
    return { value, layers, numbers: numbers(some, brief ? usual : null) };
  });
}
