/** Figures in the reader's language. */
import type { Estimate } from "../../local/channel";
import { language } from "../../words/index.svelte";

const written = (value: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language(), options).format(value);

const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count });
const shape = (share: boolean) => ({ ...digits(1), ...(share ? ({ style: "percent" } as const) : {}) });

export const figure = (value: number, share: boolean): string => written(value, shape(share));
export const change = (value: number, share: boolean): string =>
  written(value, { ...shape(share), signDisplay: "exceptZero" });
export const half = ([, low, high]: Estimate): number => (high - low) / 2;
/** Whether a difference is more than chance. */
export const sure = ([, low, high]: Estimate): boolean => low > 0 || high < 0;
