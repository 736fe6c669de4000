// The deck from the table (rulebook 1.2): ninety-six cards or fewer, each with five uses.

export const KINDS = ["clothes", "hats", "shoes", "accessories"] as const;
export const VEHICLES = ["train", "plane", "ship", "bus"] as const;
export type Kind = (typeof KINDS)[number];
export type Vehicle = (typeof VEHICLES)[number];

/** A game card. `shop` holds the smallest number that pays for each kind, or null: not bought. */
export interface Card {
  bid: number;
  objects: number[];
  vehicles: [Vehicle, Vehicle];
  ticket: Vehicle;
  shop: (number | null)[];
}

/** What a card is used for. Unused parts fade. */
export type Use = "bid" | "objects" | "left" | "right" | "ticket" | "shop";

/** The kind of each object on a card, in the order of the kinds, easy to count. */
export function objectsOf(card: Card): Kind[] {
  return KINDS.flatMap((kind, i) => Array<Kind>(card.objects[i] ?? 0).fill(kind));
}

/** Where equally large things go in a field: the centres, and the size, as large as their number allows. */
export function spread(count: number, x: number, y: number, width: number, height: number) {
  let columns = 1;
  const size = (n: number) => Math.min(width / n, height / Math.ceil(count / n));
  for (let n = 2; n <= count; n++) if (size(n) > size(columns)) columns = n;
  const rows = Math.ceil(count / columns);
  const spots = Array.from({ length: count }, (_, i): [number, number] => [
    x + (((i % columns) + 0.5) * width) / columns,
    y + ((Math.floor(i / columns) + 0.5) * height) / rows,
  ]);
  return { spots, size: count ? size(columns) : 0 };
}

/** The side of a card that shows a vehicle when the card is turned to it. */
export function sideOf(card: Card, vehicle: Vehicle): "left" | "right" {
  return card.vehicles[0] === vehicle ? "left" : "right";
}
