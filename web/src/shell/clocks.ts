/** Seconds per move that a table may have, and how a language says them. */
import { language } from "../words/index.svelte";

export const CLOCKS = [30, 60, 120, 300, 86400];

export function duration(seconds: number): string {
  const [unit, n] =
    seconds >= 86400 ? ["day", seconds / 86400] : seconds >= 60 ? ["minute", seconds / 60] : ["second", seconds];
  return new Intl.NumberFormat(language(), { style: "unit", unit: unit as string, unitDisplay: "long" }).format(
    n as number,
  );
}
