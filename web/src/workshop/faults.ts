/** What is wrong with a map or deck, in the reader's language, with the names of the places. */
import type { Checked } from "../local/channel";
import { OWN_GAMES } from "../games/registry";
import { capital, has, t } from "../words/index.svelte";

export type Fault = Extract<Checked, { fault: unknown }>["fault"];

const KINDS = { square: "squares", alley: "alleys", district: "districts" } as const;

type Named = Record<(typeof KINDS)[keyof typeof KINDS], Record<string, { name?: string }>>;

/** `map`: where the names are; without it places go by their keys. */
export function faultWords({ key, params, sentence }: Fault, map: Named | null): string {
  const known = OWN_GAMES.find((game) => has(`${game}.fault.${key}`));
  if (key === null || !known) return t("workshop.not_one", { sentence });
  const named = Object.fromEntries(
    Object.entries(params).map(([param, value]) => {
      const kind = KINDS[param.replace("other_", "").replace(/s$/, "") as keyof typeof KINDS];
      const name = (one: string) => (kind && map?.[kind][one]?.name) || one;
      return [param, typeof value === "string" ? value.split(", ").map(name).join(", ") : value];
    }),
  );
  const words = `${capital(t(`${known}.fault.${key}`, named))}.`;
  const { n, most } = params;
  if (key !== "count" || !map || Number(n) <= Number(most)) return words;
  return `${words} ${t("workshop.too_many", { n: Number(n) - Number(most) })}`;
}
