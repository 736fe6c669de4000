// Cards and goods in words, for labels and screen readers.
import { decimal, list, t } from "../../../words/index.svelte";
import { objectsText, wholeCardText, type Speech } from "../../../words/speech";
import type { Card, Kind, Vehicle } from "../cards/deck";

/** Cards and goods do not depend on the players. */
const NOBODY: Speech = { game: "viaggiatore", t, list, decimal, name: String, mine: () => false, chart: null };

export function kindName(kind: Kind): string {
  return t(`viaggiatore.kind.${kind}`);
}

export function vehicleName(vehicle: Vehicle): string {
  return t(`viaggiatore.vehicle.${vehicle}`);
}

/** "2 hats and 1 accessory", or "nothing". */
export function countObjects(objects: readonly number[]): string {
  return objectsText(NOBODY, [...objects]);
}

/** All five uses of a card. */
export function describe(card: Card): string {
  return wholeCardText(NOBODY, card);
}
