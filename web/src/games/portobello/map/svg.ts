/** Small helpers to write SVG as text: the static part of a map is written once, in one go. */
import type { Point } from "./course";

export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A closed outline through some points. */
export function outline(points: readonly Point[]): string {
  return `M${points.map((p) => `${n(p.x)} ${n(p.y)}`).join("L")}Z`;
}

/** Escapes text that comes from a map's author. */
export function safe(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** As parts of a path: an ellipse, a circle, a box with round corners. */
export function oval(x: number, y: number, rx: number, ry: number): string {
  const half = `a${n(rx)} ${n(ry)} 0 1 0`;
  return `M${n(x - rx)} ${n(y)}${half} ${n(2 * rx)} 0${half} ${n(-2 * rx)} 0Z`;
}
export const disc = (x: number, y: number, r: number): string => oval(x, y, r, r);
export function roundedBox(x: number, y: number, width: number, height: number, r: number): string {
  const [across, down] = [n(width - 2 * r), n(height - 2 * r)];
  const bend = `a${r} ${r} 0 0 1`;
  return (
    `M${n(x + r)} ${n(y)}h${across}${bend} ${r} ${r}v${down}${bend} ${-r} ${r}` +
    `h-${across}${bend} ${-r} ${-r}v-${down}${bend} ${r} ${-r}Z`
  );
}

/** A part of a drawing: its outline as a path, and how it is painted. */
export interface Shape {
  d: string;
  look: string;
}

/**
 * Shapes in layers, from the bottom: within each, one path for all that look alike. A browser takes long to read and to
 * keep thousands of elements. Those of a layer must not overlap.
 */
export function merged(layers: readonly (readonly Shape[])[]): string {
  const paths = layers.flatMap((layer) => {
    const alike = new Map<string, string[]>();
    for (const { look } of layer) alike.set(look, []);
    for (const { d, look } of layer) alike.get(look)!.push(d);
    return [...alike].map(([look, parts]) => `<path d="${parts.join("")}" ${look}/>`);
  });
  return paths.join("");
}
