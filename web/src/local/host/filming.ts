/** A film in the worker: what its pictures show comes from the translated `films/`. */
import type { FilmPart, FilmPlan, Questions } from "../channel";
import type { GameName } from "../../table/table";
import { made, toJson, type Any } from "../python";
import { openTable, ownSeats, readRecord } from "./kept-table";
import { loadScene } from "./scenes";

/** What is used of `films/storyboard.py`. */
interface Storyboard {
  plan(): unknown;
  parts(number: number): Iterable<Any>;
  box(part: Any): Iterable<number>;
  svg(part: Any): string;
}

export class Filming {
  /** The parts of the latest picture: whoever asked has them, by their numbers. */
  private latest = new Map<Any, number>();
  private count = 0;

  private constructor(private readonly board: Storyboard) {}

  static async of(game: GameName, { kept, record, wish, words }: Questions["film"]["ask"]): Promise<Filming> {
    const { Cut, Storyboard, record_to_film } = await loadScene(game, words);
    const cut = made(Cut, [], { ...wish });
    if (!kept) return new Filming(new Storyboard(readRecord(record), cut));
    const { table } = openTable(kept);
    return new Filming(new Storyboard(record_to_film(table, wish.viewer, ownSeats(table)), cut));
  }

  plan(): FilmPlan {
    return toJson(this.board.plan());
  }

  /** A picture: of each part, the lowest first, where it is and, unless it was in the latest picture, what it shows. */
  picture(number: number): FilmPart[] {
    const before = this.latest;
    this.latest = new Map();
    return [...this.board.parts(number)].map((part) => {
      const id = before.get(part) ?? ++this.count;
      this.latest.set(part, id);
      const [left, top, right, bottom] = [...this.board.box(part)] as [number, number, number, number];
      return { id, left, top, right, bottom, svg: before.has(part) ? null : this.board.svg(part) };
    });
  }
}
