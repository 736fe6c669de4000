/** A bot's face, put together from a few parts by its name: the same name has the same face everywhere. */
export interface Portrait {
  skin: string;
  hair: string;
  cloth: string;
  hat: "none" | "bowler" | "cap" | "scarf";
  cut: "short" | "long" | "bun" | "bald";
  eyes: "plain" | "glasses" | "monocle";
  mouth: "smile" | "moustache" | "beard" | "calm";
}

const SKIN = ["#f2cfae", "#e3b08a", "#c68a5e", "#8f5b3a"];
const HAIR = ["#2a2018", "#6b3f1f", "#a8662a", "#c9a15a", "#8d8a86"];
const CLOTH = ["#7a2b58", "#2c5a3a", "#37507f", "#9b2c1c", "#8f5f0a"];
const HATS = ["none", "bowler", "cap", "none", "scarf"] as const;
const CUTS = ["short", "long", "bun", "bald"] as const;
const EYES = ["plain", "glasses", "plain", "monocle"] as const;
const MOUTHS = ["smile", "moustache", "calm", "beard"] as const;

export function portraitOf(name: string): Portrait {
  let seed = 2166136261;
  for (const letter of name) seed = Math.imul(seed ^ letter.codePointAt(0)!, 16777619) >>> 0;
  const pick = <T>(parts: readonly T[]): T => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return parts[(seed >>> 16) % parts.length]!;
  };
  const portrait: Portrait = {
    skin: pick(SKIN),
    hair: pick(HAIR),
    cloth: pick(CLOTH),
    hat: pick(HATS),
    cut: pick(CUTS),
    eyes: pick(EYES),
    mouth: pick(MOUTHS),
  };
  // whiskers under a scarf or below a bun would look like a disguise
  if ((portrait.hat === "scarf" || portrait.cut !== "short") && portrait.mouth === "beard") portrait.mouth = "smile";
  return portrait;
}
