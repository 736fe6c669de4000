/** How seats look: colour, cloth and emblem by seat. */
export const COLOURS = ["red", "yellow", "green", "blue", "plum", "slate"] as const;
export type Colour = (typeof COLOURS)[number];

export function colourOf(seat: number): Colour {
  return COLOURS[seat] ?? "slate";
}

/** Names of bots, to give a table company and the log somebody to talk about. */
const BOT_NAMES = [
  "Barrow",
  "Foxglove",
  "Penny",
  "Thimble",
  "Marlowe",
  "Quill",
  "Bramble",
  "Sorrel",
  "Juniper",
  "Tansy",
  "Wicket",
  "Pepper",
  "Clover",
  "Rook",
  "Saffron",
  "Teasel",
] as const;

/** Other company each time: this many names, none twice and none that somebody has already. */
export function botNames(count: number, taken: readonly (string | null)[] = []): string[] {
  const left: string[] = BOT_NAMES.filter((name) => !taken.includes(name));
  return Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]!);
}
