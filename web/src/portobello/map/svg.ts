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
