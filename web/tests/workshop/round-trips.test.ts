// A map or deck that is drawn, written, checked by the engine and drawn again is the same (tests/workshop/test_round_trips.py).
import { Blob } from "node:buffer";
import { readFileSync } from "node:fs";
import { CompressionStream, DecompressionStream } from "node:stream/web";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { loadGame } from "../../src/local/host/load";
import { checked, drawn } from "../../src/local/host/workshop/components";
import type { MapFile } from "../../src/games/portobello/map/plan";
import { Draw } from "../../src/games/portobello/map/random";
import type { Card } from "../../src/games/viaggiatore/cards/deck";
import { cardsIn, csv } from "../../src/games/viaggiatore/editor/csv";
import * as draft from "../../src/games/portobello/editor/draft";
import { packed, unpacked } from "../../src/workshop/link";

vi.setConfig({ testTimeout: 120_000 }); // a busy machine is slow
beforeAll(async () => {
  // what browsers have, and the one of these tests lacks
  for (const [name, one] of Object.entries({ Blob, CompressionStream, DecompressionStream })) vi.stubGlobal(name, one);
  await loadGame("portobello", readFileSync("src/local/generated/portobello.wasm"));
  await loadGame("viaggiatore", readFileSync("src/local/generated/viaggiatore.wasm"));
});

const LONG = process.env.PIAZZETTA_LONG === "1";
const SQUARES = Array.from({ length: 12 }, (_, at) => 5 + at);
const SEEDS = Array.from({ length: LONG ? 20 : 1 }, (_, seed) => seed);
const NAMES = ["Campo de’ Fiori", 'The "Cut"', "<b>&amp;", "Größe", "广场", "🏪", "a,b;c"];

function accepted(game: "portobello" | "viaggiatore", chart: unknown) {
  const verdict = checked(game, chart);
  if ("fault" in verdict) throw new Error(verdict.fault.sentence);
  return verdict;
}
const written = <T>(piece: T): T => JSON.parse(JSON.stringify(piece)) as T;

/** As a designer might leave it: other names, values, bends, and now and then another size of the sheet. */
function designed(map: MapFile, draw: Draw): MapFile {
  let made = { ...map, name: draw.of(NAMES) };
  for (const kind of ["squares", "alleys", "districts"] as const)
    made = draft.renamed(made, { kind, key: draw.of(Object.keys(made[kind])) }, draw.of(NAMES));
  for (let time = 0; time < 3; time++) {
    const key = draw.of(Object.keys(made.alleys));
    made = draft.bent(made, key, draw.between(-0.4, 0.4));
    made = draft.withValues(made, key, made.alleys[key]!.values.with(0, 1 + draw.below(7)));
  }
  return draw.below(3) ? made : { ...made, space: 20 + draw.below(40), radius: 20 + draw.below(30) };
}

describe.each(SQUARES)("a map of %i squares", (squares) => {
  it.each(SEEDS)("comes back from its file, its link and the engine (seed %i)", async (seed) => {
    const draw = new Draw(`round trip ${squares} ${seed}`);
    const random = drawn("portobello", 1000 * squares + seed, [squares, 2 + ((squares + seed) % 3)]) as MapFile;
    expect(accepted("portobello", random).file, "the generator's own file").toEqual(random);
    const model = designed(draft.normal(random), draw);
    expect(draft.normal(model), "the model is a map in its own units").toEqual(model);
    const { file, plays } = accepted("portobello", written(model));
    expect(file, "the engine changes nothing").toEqual(model);
    expect(draft.normal(file as MapFile)).toEqual(model);
    expect(accepted("portobello", file).plays).toBe(plays);
    expect(await unpacked(await packed(model)), "a link").toEqual(model);
  });

  it.each(SEEDS)("plays the same wherever its squares are dragged (seed %i)", (seed) => {
    const draw = new Draw(`drag ${squares} ${seed}`);
    const map = draft.normal(drawn("portobello", 1000 * squares + seed, [squares, 2]) as MapFile);
    const key = draw.of(Object.keys(map.squares));
    const { x, y } = map.squares[key]!;
    const there = draft.moved(map, key, { x: x + 1, y: y - 1 });
    const { plays } = accepted("portobello", map);
    expect(accepted("portobello", there).plays).toBe(plays);
    expect(draft.moved(there, key, { x, y }).squares).toEqual(map.squares);
  });
});

describe.each([10, 24, 60, 96])("a deck of %i cards", (cards) => {
  it.each(SEEDS)("comes back from a spreadsheet, its link and the engine (seed %i)", async (seed) => {
    const deck = drawn("viaggiatore", 100 * cards + seed, [cards, null, null, null, null]) as Card[];
    const text = csv(deck);
    const separated = [text, text.replaceAll(",", "\t"), text.replaceAll(",", ";").replaceAll("\n", "\r\n")];
    for (const one of separated) expect(cardsIn(one, {})).toEqual(deck);
    expect(csv(cardsIn(text, {})!)).toBe(text);
    expect(accepted("viaggiatore", written(deck)).file).toEqual(deck);
    expect(await unpacked(await packed(deck))).toEqual(deck);
  });
});
