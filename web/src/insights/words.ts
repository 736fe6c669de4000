/** How the page calls what insights are about. */
import { has, language, t } from "../words/index.svelte";
import { levelOf } from "../words/levels";
import type { Example, Insights } from "./insight";

/** Of per cents that are often below 1. */
export const DIGITS = 1;

/** A kind of move: "build a stall". A game that names none has its moves' first words. */
export function kindOf(game: string, kind: string): string {
  const key = `${game}.kind.${kind}` as const;
  return has(key) ? t(key) : kind;
}

export const kindsOf = (game: string, { kind, best }: Example) => ({
  kind: kindOf(game, kind),
  best: kindOf(game, best),
});

/** `bot:hard`, `person:Anna`: who that is. */
export function whoOf(key: string): string {
  const [kind, name] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
  return kind === "bot" ? levelOf(name) : name || t("insights.nobody");
}

export const placeOf = (order: string): string => t("insights.order", { n: Number(order) });

const PACES = [0, 3, 10, 30];

/** From these seconds up to the beginning of the next group. */
export function paceOf(begin: string): string {
  const from = Number(begin);
  const to = PACES[PACES.indexOf(from) + 1];
  if (to === undefined) return t("insights.seconds.from", { from });
  return from ? t("insights.seconds.to", { from, to }) : t("insights.seconds.under", { to });
}

/** From when to when: "3–9 Nov". */
export function spanOf({ begin, end }: Insights["course"][number]): string {
  return new Intl.DateTimeFormat(language(), { day: "numeric", month: "short", year: "2-digit" }).formatRange(
    begin,
    end,
  );
}
