import { Refused } from "../../table/http";
import type { Refusal } from "../../table/table";
import { has, need, t } from "../../words/index.svelte";
import { knows, messageOf, type Speech } from "../../words/speech";

/** Why something did not work over HTTP, in the language spoken. */
export async function failure(error: unknown): Promise<string> {
  if (!(error instanceof Refused)) return t("refused.lost");
  await need("server");
  const code = `server.${error.code}` as const;
  return has(code) ? t(code) : error.message;
}

/** A refusal in the language spoken; the server's own sentence where there are no words for it. */
export function refused(speech: Speech, refusal: Refusal): string {
  if (refusal.key && knows(speech.game)) {
    const message = messageOf(speech, "refusal", { key: refusal.key, params: refusal.params ?? {} });
    const said = t(message.key, message.params);
    if (said !== message.key) return said;
  }
  const code = `server.${refusal.code}` as const;
  return has(code) ? t(code) : refusal.code === "lost" ? t("refused.lost") : refusal.sentence;
}
