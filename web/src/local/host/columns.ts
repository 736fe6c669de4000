/** The page's version of what handles arrays in `explorer/`: the columns of its file, and the key of a position. */
import { BadInput } from "../generated/python/errors.js";
import { kernels, type Any } from "../python";
import type { GameRecord } from "../kernels/record";

/** Sections by their compressed data: a browser decompresses nothing at once, and translated Python waits for nothing. */
const inflated = new WeakMap<Uint8Array, ArrayBuffer>();

const COLUMNS = {
  positions: { key: BigInt64Array, ways: Uint32Array, moves: Uint16Array },
  moves: { kind: Uint16Array, could: Uint32Array, played: Uint32Array, won: Uint32Array, points: Int32Array },
} as const;

/** The page's version of `explorer/columns.py`. */
export function unpacked(data: Uint8Array, positions: number, moves: number): Any {
  const plain = inflated.get(data)!;
  const found: Record<string, Any> = {};
  let at = 0;
  const size = (columns: object) => Object.values(columns).reduce((sum, kind) => sum + kind.BYTES_PER_ELEMENT, 0);
  if (positions * size(COLUMNS.positions) + moves * size(COLUMNS.moves) > plain.byteLength)
    throw new BadInput("the explorer's file is damaged: build it again");
  for (const [columns, rows] of [
    [COLUMNS.positions, positions],
    [COLUMNS.moves, moves],
  ] as const) {
    for (const [name, kind] of Object.entries(columns)) {
      const end = at + rows * kind.BYTES_PER_ELEMENT;
      found[name] = new kind(plain.slice(at, end)); // a column may begin anywhere
      at = end;
    }
  }
  return found;
}

/** The page's version of `explorer/positions.py`: the key of a position. */
export function keyOf(setting: Any, state: GameRecord, seat: number): bigint {
  const numbers = Int32Array.from(setting.game.explored_numbers(setting.components, setting.players));
  const seen = new Int16Array(setting.observation_size);
  const key = new BigInt64Array(1);
  const { params_record: params, starter, game } = setting;
  kernels[game.name].note_position(params, state, seat, starter, numbers, seen, key);
  return key[0]!;
}

/** Decompress a section before it is unpacked. */
export async function inflate(data: Uint8Array): Promise<void> {
  if (inflated.has(data)) return;
  const stream = new Blob([data as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream("deflate"));
  inflated.set(data, await new Response(stream).arrayBuffer());
}
