/** A map on the drawing table: what is chosen, which tool is in hand, and what a hand or a key does. */
import { bendTo } from "../map/course";
import { endsOf, WIDTH, type MapFile, type Point } from "../map/plan";
import type { Fault } from "../../../workshop/faults";
import { Draft } from "../../../workshop/draft.svelte";
import * as draft from "./draft";
import type { Place } from "./draft";

/** Milliseconds between two looks of the engine at what is dragged. */
const TRY = 200;

export type Tool = "move" | "square" | "alley";

export class Drafting extends Draft<MapFile> {
  selected = $state.raw<Place | null>(null);
  tool = $state<Tool>("move");
  /** The square where a new alley begins. */
  from = $state<string | null>(null);
  /** What is dragged, and the map as it would be; it becomes the map when the hand lets go. */
  private hand = $state.raw<{ place: Place; map: MapFile; lines: Point[] } | null>(null);
  readonly dragged = $derived(this.hand?.place ?? null);
  /** Squares with which the dragged one is in line. */
  readonly lines = $derived(this.hand?.lines ?? []);
  /** The map as it is seen: with what is dragged where it is now. */
  readonly seen = $derived(this.hand?.map ?? this.piece);
  private tried = $state.raw<MapFile | null>(null);
  private trying = 0;

  constructor(start: MapFile) {
    super("portobello");
    this.open(draft.normal(start));
  }

  get map(): MapFile {
    return this.piece;
  }

  override get trial(): MapFile | null {
    return this.tried;
  }

  override settle(): void {
    super.settle();
    if (this.hand) this.change(this.hand.map);
  }

  override close(): void {
    clearTimeout(this.trying);
    super.close();
  }

  protected override put(map: MapFile): void {
    this.letGo();
    super.put(map);
    if (this.selected && !(this.selected.key in map[this.selected.kind])) this.selected = null;
    if (this.from !== null && !(this.from in map.squares)) this.from = null;
  }

  /** A square on top of a road: the engine minds only one that lies on its line exactly. */
  protected override refused(map: MapFile): Fault | null {
    const params = draft.squareOnRoad(map);
    return params && { key: "through", params, sentence: "" };
  }

  /** A square is dragged, or an alley by its middle: only the drawing follows, and now and then the engine looks. */
  drag(place: Place, at: Point, free: boolean): void {
    const { kind, key } = place;
    if (!(key in this.map[kind])) return; // undone under the hand
    if (kind === "squares") {
      const { lines, ...to } = draft.snapped(this.map, key, at, free);
      const { x, y } = this.seen.squares[key]!;
      if (this.hand && x === to.x && y === to.y) return; // still at the same place of the grid
      this.hand = { place, map: draft.moved(this.map, key, to), lines };
    } else {
      const [a, b] = endsOf(key).map((end) => this.map.squares[end]!);
      this.hand = { place, map: draft.bent(this.map, key, bendTo(a!, b!, at)), lines: [] };
    }
    this.trying ||= window.setTimeout(() => this.try(), TRY);
  }

  private try(): void {
    this.trying = 0;
    this.tried = this.hand?.map ?? null;
    if (this.tried) void this.check();
  }

  private letGo(): void {
    clearTimeout(this.trying);
    this.trying = 0;
    this.hand = this.tried = null;
  }

  nudge(key: string, dx: number, dy: number): void {
    const { x, y } = this.map.squares[key]!;
    const at = draft.snapped(this.map, key, { x: x + dx, y: y + dy }, true);
    this.change(draft.moved(this.map, key, at), `nudge ${key}`);
  }

  bend(key: string, bend: number): void {
    this.change(draft.bent(this.map, key, bend), `bend ${key}`);
  }

  /** Nothing once the engine has said that there are too many. */
  addSquare(at: Point): string | null {
    const { what, n, most } = this.fault?.key === "count" ? this.fault.params : {};
    if (what === "squares" && Number(n) > Number(most)) return null;
    const place = draft.snapped(this.map, null, at);
    const { map, key } = draft.withSquare(this.map, place);
    this.change(map);
    this.selected = { kind: "squares", key };
    return key;
  }

  /** A place for a square that nobody pointed at: beside what is chosen, as far as possible from the others. */
  freePlace(): Point {
    const all = Object.values(this.map.squares);
    const around = this.selected?.kind === "squares" ? this.map.squares[this.selected.key]! : null;
    const spots: Point[] = [];
    for (let x = 150; x <= WIDTH - 150; x += 60)
      for (let y = 150; y <= draft.heightOf(this.map) - 150; y += 50) spots.push({ x, y });
    const gap = (spot: Point) => Math.min(...all.map((one) => Math.hypot(one.x - spot.x, one.y - spot.y)), 400);
    const near = (spot: Point) => (around ? Math.hypot(around.x - spot.x, around.y - spot.y) / 3 : 0);
    return spots.toSorted((a, b) => gap(b) - near(b) - (gap(a) - near(a)))[0]!;
  }

  /** With the alley tool: the first square, then the second. */
  join(key: string): void {
    if (this.from === null || this.from === key) {
      this.from = this.from === key ? null : key;
      return;
    }
    const { map, key: alley } = draft.withAlley(this.map, this.from, key);
    this.change(map);
    this.selected = { kind: "alleys", key: alley };
    this.from = null;
  }

  remove(place: Place): void {
    this.change(draft.without(this.map, place));
  }

  fill(): void {
    this.change(draft.filled(this.map));
  }
}
