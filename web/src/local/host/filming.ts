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
  /** The numbers of the parts that were sent: the page keeps these parts. */
  private readonly sent = new Map<Any, number>();

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

  /** A picture: of each part, the lowest first, where it is and, unless it was sent before, what it shows. */
  picture(number: number): FilmPart[] {
    const parts = [...this.board.parts(number)];
    const caption = parts.at(-1);
    return parts.map((part) => {
      const [left, top, right, bottom] = [...this.board.box(part)] as [number, number, number, number];
      const known = this.sent.get(part);
      const id = part === caption ? null : (known ?? this.sent.size);
      if (id !== null) this.sent.set(part, id);
      return { id, left, top, right, bottom, svg: known === undefined ? this.board.svg(part) : null };
    });
  }
}
