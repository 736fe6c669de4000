/** Refusals in the reader's language: every text of a refusal in the page comes from here, never from the server. */
import { Refused } from "../../table/http";
import type { Answer, Refusal } from "../../table/table";
import { has, need, t } from "../../words/index.svelte";
import { knows, messageOf, type Speech } from "../../words/speech";

/** Refusals that arise in the page itself. */
const OWN = { lost: "refused.lost", hint: "hint.none", elsewhere: "here.elsewhere" } as const;

/** The words for a code; what the page does not know simply did not work. */
function wordsFor(code: string): string {
  if (code in OWN) return t(OWN[code as keyof typeof OWN]);
  return t(has(`server.${code}`) ? `server.${code}` : "server.busy");
}

export async function wordsOf(code: string): Promise<string> {
  await need("server");
  return wordsFor(code);
}

/** Why an HTTP request failed. */
export const failure = (error: unknown) => wordsOf(error instanceof Refused ? error.code : "lost");

/** Why a command at a table was refused, where no rule of the game is concerned; nothing if it was carried out. */
export async function refusedHere(answer: Answer | undefined): Promise<string> {
  return !answer || answer.done ? "" : await wordsOf(answer.refusal.code);
}

/** A refusal by the rules of a game, or by the table; its screen has the words of both. */
export function refused(speech: Speech, refusal: Refusal): string {
  if (refusal.key && knows(speech.game)) {
    const message = messageOf(speech, "refusal", { key: refusal.key, params: refusal.params ?? {} });
    const said = t(message.key, message.params);
    if (said !== message.key) return said;
  }
  return wordsFor(refusal.code);
}
