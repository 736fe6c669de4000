/** The source of chance on this device: the browser's own generator, or a given seed. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex as hex, utf8ToBytes } from "@noble/hashes/utils.js";

const SEED_BYTES = 32;
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"; // no look-alikes

export function newSeed(): string {
  return hex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
}

export function newId(): string {
  return `local-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => LETTERS[byte % LETTERS.length]).join("")}`;
}

/** An integer that seeds a bot's own choices. */
export function newNumber(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
}

/** The typed seed: 64 hexadecimal digits as they are, any other text as its SHA-256. */
export function seedOf(typed: string): string {
  const text = typed.trim();
  if (!text) return newSeed();
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : hex(sha256(utf8ToBytes(text)));
}
