/**
 * Reactions: a few sentences that need no typing. They are sent as what they say in the sender's language, so that every
 * program can show them; this page shows them in the reader's.
 */
import { need, t } from "../../words/index.svelte";

export const REACTIONS = ["played", "ouch", "hm", "thanks"] as const;
export type Reaction = (typeof REACTIONS)[number];

const WORDS = import.meta.glob<Record<Reaction, string>>("../../words/*/reactions.json", { import: "default" });

const known = new Map<string, Reaction>();
let learning: Promise<void> | null = null;

/** Load the reactions of all languages. */
export function learnReactions(): Promise<void> {
  learning ??= Promise.all([need("reactions"), ...Object.values(WORDS).map((load) => load())]).then(([, ...all]) => {
    for (const words of all) for (const one of REACTIONS) known.set(words[one], one);
  });
  return learning;
}

export const reactionText = (one: Reaction): string => t(`reactions.${one}`);

/** A message, with a reaction in the reader's language. */
export function readable(text: string): string {
  const reaction = known.get(text);
  return reaction ? reactionText(reaction) : text;
}
