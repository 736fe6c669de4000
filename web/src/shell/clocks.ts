/** How much time a table gives its people, and how a language says it. */
import { language, t } from "../words/index.svelte";

/** Seconds for each turn, or for the whole game and a little more for each turn; all empty: as long as it takes. */
export interface Pace {
  clock: number | null;
  bank: number | null;
  increment: number;
}

const DAY = 86_400;
const HOUR = 3_600;
const each = (clock: number): Pace => ({ clock, bank: null, increment: 0 });

export const NO_HURRY: Pace = { clock: null, bank: null, increment: 0 };
/** What is offered to people who sit together now, and to those who play over days. */
export const LIVE: Pace[] = [...[30, 60, 120, 300].map(each), { clock: null, bank: 900, increment: 20 }];
export const SLOW: Pace[] = [...[DAY, 3 * DAY, 7 * DAY].map(each), { clock: null, bank: 10 * DAY, increment: DAY }];

/** Whether people come back hours later. */
export const isSlow = ({ clock, bank }: Partial<Pace>): boolean => (clock ?? 0) >= HOUR || (bank ?? 0) >= DAY;

function unit(n: number, name: string, display: "long" | "short" | "narrow"): string {
  return new Intl.NumberFormat(language(), { style: "unit", unit: name, unitDisplay: display }).format(n);
}

/** "3 days", "2 minutes". */
export function duration(seconds: number): string {
  if (seconds >= DAY) return unit(seconds / DAY, "day", "long");
  return seconds >= 60 ? unit(seconds / 60, "minute", "long") : unit(seconds, "second", "long");
}

/** "3 days per turn", "15 minutes for the game, 20 seconds more each turn". */
export function paceText({ clock, bank, increment }: Pace): string {
  if (clock) return t("pace.turn", { time: duration(clock) });
  if (!bank) return t("pace.none");
  return increment
    ? t("pace.bank", { time: duration(bank), more: duration(increment) })
    : t("pace.game", { time: duration(bank) });
}

/** What is left of some time: "2 days 3 hr", "5 hr 20 min" (`narrow`: "2d 3h"), and by the second in the last hour. */
export function timeLeft(seconds: number, display: "short" | "narrow" = "short"): string {
  const parts = (...units: [number, string][]) =>
    units
      .filter(([n], i) => n || !i)
      .map(([n, name]) => unit(n, name, display))
      .join(" ");
  if (seconds >= DAY) return parts([Math.floor(seconds / DAY), "day"], [Math.floor((seconds % DAY) / HOUR), "hour"]);
  if (seconds >= HOUR)
    return parts([Math.floor(seconds / HOUR), "hour"], [Math.floor((seconds % HOUR) / 60), "minute"]);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "3 December". */
export function dayOf(time: number): string {
  return new Intl.DateTimeFormat(language(), { day: "numeric", month: "long" }).format(time);
}
