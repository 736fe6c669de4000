/** A map on the drawing table: what it is now, what it was before, what is chosen, and what the engine says of it. */
import { Channel, newThread, type Checked } from "../../local/channel";
import { WIDTH, type MapFile, type Point } from "../../portobello/map/plan";
import * as draft from "./draft";
import type { Naming, Place } from "./draft";

export type Tool = "move" | "square" | "alley";

export class Drafting {
  map: MapFile = $state.raw({ name: "", squares: {}, alleys: {}, districts: {} });
  selected = $state.raw<Place | null>(null);
  tool = $state<Tool>("move");
  /** The square where a new alley begins. */
  from = $state<string | null>(null);
  dragging = $state(false);
  lines = $state.raw<Point[]>([]);
  /** What the engine said last; null until it has. */
  verdict = $state.raw<Checked | null>(null);
  private past = $state.raw<MapFile[]>([]);
  private future = $state.raw<MapFile[]>([]);
  private step = "";
  /** Checks the map, and counts for the judge. */
  readonly engine = new Channel("portobello", newThread());
  private asking = false;

  constructor(
    start: MapFile,
    private readonly naming: Naming,
  ) {
    this.open(start);
  }

  readonly canUndo = $derived(this.past.length > 0);
  readonly canRedo = $derived(this.future.length > 0);
  readonly fault = $derived(this.verdict && "fault" in this.verdict ? this.verdict.fault : null);
  readonly valid = $derived(this.verdict !== null && "file" in this.verdict);

  /** Another map altogether: nothing to undo. */
  open(map: MapFile): void {
    this.past = [];
    this.future = [];
    this.put(draft.normal(map));
  }

  close(): void {
    this.engine.close();
  }

  /** A change; consecutive ones of the same `step` (a drag, the letters of a name) are undone together. */
  change(map: MapFile, step = ""): void {
    if (map === this.map) return;
    if (!step || step !== this.step) this.past = [...this.past.slice(-199), this.map];
    this.step = step;
    this.future = [];
    this.put(map);
  }

  /** The next change is a step of its own. */
  settle(): void {
    this.step = "";
    this.dragging = false;
    this.lines = [];
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.future = [this.map, ...this.future];
    this.past = this.past.slice(0, -1);
    this.settle();
    this.put(before);
  }

  redo(): void {
    const [next, ...rest] = this.future;
    if (!next) return;
    this.past = [...this.past, this.map];
    this.future = rest;
    this.settle();
    this.put(next);
  }

  private put(map: MapFile): void {
    this.map = map;
    if (this.selected && !(this.selected.key in map[this.selected.kind])) this.selected = null;
    if (this.from !== null && !(this.from in map.squares)) this.from = null;
    void this.check();
  }

  /** One question at a time; what changed meanwhile is asked about next. */
  private async check(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      for (let asked: MapFile | null = null; asked !== this.map;) {
        asked = this.map;
        this.verdict = await this.engine.ask("check", { chart: asked });
      }
    } catch {
      this.verdict = null; // the worker is gone with the screen
    } finally {
      this.asking = false;
    }
  }

  // What a hand or a key does.

  drag(key: string, at: Point, free: boolean): void {
    const { x, y, lines } = draft.snapped(this.map, key, at, free);
    this.lines = lines;
    this.change(draft.moved(this.map, key, { x, y }), `drag ${key}`);
  }

  nudge(key: string, dx: number, dy: number): void {
    const { x, y } = this.map.squares[key]!;
    const at = draft.snapped(this.map, key, { x: x + dx, y: y + dy }, true);
    this.change(draft.moved(this.map, key, at), `nudge ${key}`);
  }

  addSquare(at: Point): string {
    const place = draft.snapped(this.map, null, at);
    const { map, key } = draft.withSquare(this.map, place, this.naming);
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
    const { map, key: alley } = draft.withAlley(this.map, this.from, key, this.naming);
    this.change(map);
    this.selected = { kind: "alleys", key: alley };
    this.from = null;
  }

  remove(place: Place): void {
    this.change(draft.without(this.map, place));
  }

  fill(): void {
    this.change(draft.filled(this.map, this.naming));
  }
}
