/** Seats as people see them: colour, cloth and emblem by seat. */
export const COLOURS = ["red", "yellow", "green", "blue", "plum", "slate"] as const;
export type Colour = (typeof COLOURS)[number];

export function colourOf(seat: number): Colour {
  return COLOURS[seat] ?? "slate";
}
