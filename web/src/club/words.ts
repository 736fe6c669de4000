/** How My games words seats, games and moments. */
import { timeLeft } from "../shell/clocks";
import { language, t } from "../words/index.svelte";
import { levelOf } from "../words/levels";
import type { OngoingSeat } from "./club";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** "3 hours ago". */
export function ago(time: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - time) / 1000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? (["minute", 60] as const);
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(-Math.floor(seconds / size), unit);
}

/** What somebody has left: "2 days 3 hr"; null if there is no clock. It stands still on holiday and while others think. */
export function leftOf(seat: OngoingSeat, now = Date.now()): string | null {
  const left = seat.deadline
    ? seat.deadline - Math.max(now, seat.holiday ?? 0)
    : seat.kind === "bot"
      ? null
      : seat.bank;
  return left === null || left === undefined ? null : timeLeft(Math.max(0, Math.ceil(left / 60_000)) * 60);
}

export function nameOf(seat: OngoingSeat, number: number): string {
  if (seat.name) return seat.program ? t("seat.program", { name: seat.name }) : seat.name;
  if (seat.kind === "open") return t("club.free");
  return seat.level ? levelOf(seat.level) : t("front.player", { n: number + 1 });
}
