/** Figures as words: shares with a sign, and how rare something is. */
import { decimal, language, percent } from "./index.svelte";

const LIKELY = 100_000; // what happens more rarely is only said to be rarer than this

/** What rounds to 0 has no sign. */
const sign = (value: number, digits: number) => (!Number(value.toFixed(digits)) ? "" : value < 0 ? "−" : "+");

/** "+12%", "−3%", "0%". */
export const signedPercent = (share: number, digits = 0): string =>
  sign(share, 2 + digits) + percent(Math.abs(share), digits);

/** "+1.2". */
export const signed = (value: number): string => sign(value, 1) + decimal(Math.abs(value));

/** The *n* of "1 in *n*". */
export const oneIn = (odds: number): string => Math.min(LIKELY, Math.round(1 / odds)).toLocaleString(language());
