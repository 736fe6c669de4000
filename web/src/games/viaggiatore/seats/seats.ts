// Who sits where, from a seat's point of view.

/** The other seats clockwise from the viewer's left; for a spectator all of them. */
export function othersFrom(viewer: number, players: number): number[] {
  const first = viewer < 0 ? 0 : viewer + 1;
  const many = viewer < 0 ? players : players - 1;
  return Array.from({ length: many }, (_, i) => (first + i) % players);
}
