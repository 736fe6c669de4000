// @vitest-environment node
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadKernels, type GameName } from "../src/local/kernels/kernels";

const bytes = (game: GameName) =>
  readFileSync(fileURLToPath(new URL(`../src/local/generated/${game}.wasm`, import.meta.url)));

/** Tables of Viaggiatore need no map: cards without goods are enough to deal and to bid. */
function table() {
  const kernels = loadKernels("viaggiatore", bytes("viaggiatore"));
  const params = kernels.params();
  params.players = 3;
  params.target = 5;
  params.cards = 96;
  const state = kernels.state();
  kernels.setup(params, state);
  return { kernels, params, state };
}

describe("the binding", () => {
  it("reads and writes fields by name over the record's bytes", () => {
    const state = loadKernels("portobello", bytes("portobello")).state();
    state.turn = -3;
    state.count[31]![3] = 7;
    state.neutral[3]![1]![2] = 9;
    expect(state.bytes.length).toBe(440);
    expect([...state.bytes.subarray(8, 10)]).toEqual([253, 255]);
    expect(state.bytes[18 + 31 * 4 + 3]).toBe(7);
    expect(state.bytes[390 + 3 * 6 + 5]).toBe(9);
    const copy = state.copy();
    copy.turn = 5;
    expect(state.turn).toBe(-3);
    state.set(copy);
    expect(state.turn).toBe(5);
    expect(state.names).toContain("neutral");
  });

  it("plays: chance, decisions, the end", () => {
    const { kernels, params, state } = table();
    expect(kernels.mover(params, state)).toBe(-1);
    const out = kernels.array("int32", kernels.mostOutcomes + 1);
    const weight = kernels.array("int32", kernels.mostOutcomes + 1);
    expect(kernels.chances(params, state, out, weight)).toBe(96);
    const rng = kernels.random_stream(7);
    while (kernels.mover(params, state) === -1) kernels.apply(params, state, kernels.sample(params, state, rng));
    expect([...state.held.subarray(0, 3)]).toEqual([5, 5, 5]);
    const count = kernels.legal(params, state, out);
    expect(count).toBe(2);
    expect(kernels.why_not(params, state, out[0]!)).toBe(0);
    expect(kernels.why_not(params, state, 400)).toBeGreaterThan(0);
  });

  it("draws the numbers of Philox, unsigned", () => {
    const { kernels } = table();
    const words = Array.from({ length: 3 }, () => kernels.next_word(kernels.random_stream(4_000_000_000, 2)));
    expect(new Set(words).size).toBe(1);
    expect(words[0]).toBeGreaterThanOrEqual(0);
    const rng = kernels.random_stream(1);
    for (let i = 0; i < 100; i += 1) expect(kernels.below(rng, 6)).toBeLessThan(6);
    expect(() => kernels.random_stream(-1)).toThrow(RangeError);
  });

  it("refuses what is not of the right kind, before anything is called", () => {
    const { kernels, params, state } = table();
    const other = loadKernels("portobello", bytes("portobello"));
    expect(() => kernels.mover(params, other.state() as never)).toThrow(/state must be of ViaggiatoreState/);
    expect(() => kernels.legal(params, state, new Float64Array(9) as never)).toThrow(/out must be of Int32Array/);
    expect(() => kernels.apply(params, state, "5" as never)).toThrow(/action must be a number/);
    expect(() => (kernels.mover as (one: unknown) => number)(params)).toThrow(/takes params, state/);
  });

  it("keeps trees in memory that grows, and takes it back", () => {
    const { kernels, params, state } = table();
    const rng = kernels.random_stream(7);
    while (kernels.mover(params, state) === -1) kernels.apply(params, state, kernels.sample(params, state, rng));
    const run = (tree: ReturnType<typeof kernels.new_tree>) => {
      const weights = [new Float64Array(24)];
      const scratch = Array.from({ length: 6 }, () => new Float64Array(24));
      const network = [new Int16Array(90_000), new Uint8Array(4096), new Int32Array(8192)] as const;
      const { turn } = state;
      const options = { seat: 0, turn, horizon: turn + 1, curiosity: 0.15, root_curiosity: 0.2, least: 0 };
      const [choice, values] = [kernels.array("int32", kernels.mostLegal), kernels.array("float64", 6)];
      kernels.search(
        params,
        state,
        kernels.state(),
        tree,
        weights,
        scratch,
        ...network,
        kernels.random_stream(3),
        choice,
        values,
        options,
        200,
      );
      return [...tree.root_tried];
    };
    const first = kernels.new_tree(485, 3, 500);
    const tried = run(first);
    expect(tried.reduce((sum, count) => sum + count, 0)).toBe(200);
    const large = kernels.new_tree(485, 3, 100_000);
    expect(run(large)).toEqual(tried);
    expect([...first.root_tried]).toEqual(tried);
    expect(first.root_sum.length).toBe(485);
    first.free();
    expect(() => first.clear()).toThrow(/given back/);
    expect(run(kernels.new_tree(485, 3, 500))).toEqual(tried);
    large.clear();
    expect(run(large)).toEqual(tried);
  });
});
