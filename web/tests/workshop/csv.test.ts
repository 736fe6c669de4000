import { expect, test } from "vitest";
import deck from "../../../src/piazzetta/data/viaggiatore-deck.json";
import type { Card } from "../../src/games/viaggiatore/cards/deck";
import { cardsIn, csv } from "../../src/games/viaggiatore/editor/csv";

const OURS = deck as Card[];
test("a deck comes back from a spreadsheet, however that separates its cells", () => {
  const text = csv(OURS);
  expect(cardsIn(text, {})).toEqual(OURS);
  expect(cardsIn(text.replaceAll(",", "\t").replaceAll("\n", "\r\n"), {})).toEqual(OURS);
  expect(cardsIn(text.split("\n").slice(1).join("\n").replaceAll(",", ";"), {})).toEqual(OURS);
});

test("vehicles may be named in the reader's language, and an empty cell asks for nothing", () => {
  const [card] = cardsIn("3\t1\t1\t0\t0\tTreno\taereo\tNAVE\t2\t\t-\t–", {
    treno: "train",
    aereo: "plane",
    nave: "ship",
  })!;
  expect(card).toEqual({
    bid: 3,
    objects: [1, 1, 0, 0],
    vehicles: ["train", "plane"],
    ticket: "ship",
    shop: [2, null, null, null],
  });
});

test("what is no deck is not taken for one", () => {
  for (const text of ["", "hello, world", "1,2,3", "1,0,0,0,x,bus,bus,bus,1,1,1,1", "1,0,0,0,0,bus,cart,bus,1,1,1,1"])
    expect(cardsIn(text, {})).toBeNull();
});
