/** The check anybody can make: the revealed seed must be the one whose seal was shown before the first move. */
export interface FairRecord {
  fair?: { commitment: string; seed: string; contributions: (string | null)[]; prepared?: number };
}

export async function checkFair(record: FairRecord, sealed: string): Promise<boolean> {
  const shown = record.fair;
  if (!shown) return false;
  const bytes = Uint8Array.from(shown.seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  // not by crypto.subtle, which is missing over plain http
  const [{ sha256 }, { bytesToHex }] = await Promise.all([
    import("@noble/hashes/sha2.js"),
    import("@noble/hashes/utils.js"),
  ]);
  const hex = bytesToHex(sha256(bytes));
  return hex === sealed && shown.commitment === sealed;
}
