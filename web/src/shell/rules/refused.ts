import { Refused } from "../../table/http";
import type { Refusal } from "../../table/table";
import { has, need, t } from "../../words/index.svelte";
import { knows, messageOf, type Speech } from "../../words/speech";

/** Why an HTTP request failed, in the current language. */
export async function failure(error: unknown): Promise<string> {
  if (!(error instanceof Refused)) return t("refused.lost");
  await need("server");
  const code = `server.${error.code}` as const;
  return has(code) ? t(code) : error.message;
}

/** Why a command at a table was refused, in the current language, where no rule of the game is concerned. */
export async function refusedHere(refusal: Refusal): Promise<string> {
  await need("server");
  const code = `server.${refusal.code}` as const;
  return has(code) ? t(code) : refusal.code === "lost" ? t("refused.lost") : refusal.sentence;
}

/** A refusal in the current language; the server's own message if there is no translation. */
export function refused(speech: Speech, refusal: Refusal): string {
  if (refusal.key && knows(speech.game)) {
    const message = messageOf(speech, "refusal", { key: refusal.key, params: refusal.params ?? {} });
    const said = t(message.key, message.params);
    if (said !== message.key) return said;
  }
  const code = `server.${refusal.code}` as const;
  return has(code) ? t(code) : refusal.code === "lost" ? t("refused.lost") : refusal.sentence;
}
