/** How seats look: colour, cloth and emblem by seat. */
export const COLOURS = ["red", "yellow", "green", "blue", "plum", "slate"] as const;
export type Colour = (typeof COLOURS)[number];

export function colourOf(seat: number): Colour {
  return COLOURS[seat] ?? "slate";
}

/** Names of bots, to give a table company and the log somebody to talk about. */
export const BOT_NAMES = ["Barrow", "Foxglove", "Penny", "Thimble", "Marlowe"] as const;
