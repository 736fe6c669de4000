/** Where chance comes from on this device: the browser's own generator, or a seed somebody gives. */

const SEED_BYTES = 32;
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"; // none that look alike

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function newSeed(): string {
  return hex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
}

export function newId(): string {
  return `local-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => LETTERS[byte % LETTERS.length]).join("")}`;
}

/** A whole number for a bot's own choices. */
export function newNumber(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
}

/** The seed somebody typed: 64 hexadecimal digits as they are, any other words as their SHA-256. */
export async function seedOf(typed: string): Promise<string> {
  const text = typed.trim();
  if (!text) return newSeed();
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  return sealOf(new TextEncoder().encode(text));
}

/** The SHA-256 of some bytes, or of a seed: what is shown of it before the first move. */
export async function sealOf(seed: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes =
    typeof seed === "string" ? Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16)) : seed;
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
