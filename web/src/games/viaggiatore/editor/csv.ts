/** A deck as lines of a spreadsheet: bid, four objects, two vehicles, ticket, four numbers of the shop. */
import { KINDS, VEHICLES, type Card, type Vehicle } from "../cards/deck";

export const COLUMNS = ["bid", ...KINDS, "left", "right", "ticket", ...KINDS.map((kind) => `shop ${kind}`)];

export function csv(cards: readonly Card[]): string {
  const lines = cards.map(({ bid, objects, vehicles, ticket, shop }) =>
    [bid, ...objects, ...vehicles, ticket, ...shop.map((least) => least ?? "–")].join(","),
  );
  return [COLUMNS.join(","), ...lines].join("\n");
}

/**
 * The cards in pasted lines, with tabs, commas or semicolons between their cells; a heading is passed over. `names`: the
 * vehicles in the reader's language. Null if a line is no card; whether the deck is valid, the engine says.
 */
export function cardsIn(text: string, names: Record<string, Vehicle>): Card[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  const rows = lines.map((line) => line.split(/[\t;,]/).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
  if (rows[0] && !/^\d+$/.test(rows[0][0]!)) rows.shift();
  const cards = rows.map((row) => cardOf(row, names));
  return cards.length && cards.every((card) => card !== null) ? cards : null;
}

function cardOf(row: string[], names: Record<string, Vehicle>): Card | null {
  if (row.length !== COLUMNS.length) return null;
  const whole = (cell: string) => (/^\d+$/.test(cell) ? Number(cell) : NaN);
  const vehicle = (cell: string) =>
    VEHICLES.find((one) => one === cell.toLowerCase()) ?? names[cell.toLowerCase()] ?? null;
  const [bid, ...objects] = row.slice(0, 5).map(whole);
  const [left, right, ticket] = row.slice(5, 8).map(vehicle);
  const shop = row.slice(8).map((cell) => (/^[–-]?$/.test(cell) ? null : whole(cell)));
  if ([bid!, ...objects, ...shop].some((cell) => Number.isNaN(cell)) || !left || !right || !ticket) return null;
  return { bid: bid!, objects, vehicles: [left, right], ticket, shop };
}
