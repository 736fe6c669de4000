/** What to do about a player who is away. */
import type { Seat } from "../../table/table";
import { t } from "../../words/index.svelte";
import type { Speech } from "../../words/speech";

/** A button; `act` is null as long as it has to wait. */
export interface Help {
  text: string;
  act: (() => void) | null;
}

/** Let a bot play, as soon as the player has been away long enough. */
export function botHelp(speech: Speech, { seat, bot_from }: Seat, now: number, act: () => void): Help {
  const n = Math.max(0, Math.ceil(((bot_from ?? 0) - now) / 1000));
  const who = speech.name(seat);
  return n > 0 ? { text: t("away.bot.soon", { who, n }), act: null } : { text: t("away.bot", { who }), act };
}
