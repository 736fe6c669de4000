/** The check anybody can make: the revealed seed must be the one whose seal was shown before the first move. */
export interface FairRecord {
  fair?: { commitment: string; seed: string; contributions: (string | null)[]; prepared?: number };
}

export async function checkFair(record: FairRecord, sealed: string): Promise<boolean> {
  const shown = record.fair;
  if (!shown) return false;
  const bytes = Uint8Array.from(shown.seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === sealed && shown.commitment === sealed;
}
