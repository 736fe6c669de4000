/** A film in the worker: what its pictures show comes from the translated `films/`. */
import type { FilmPlan, Questions } from "../channel";
import type { GameName } from "../../table/table";
import { made, toJson } from "../python";
import { openTable, ownSeats, readRecord } from "./kept-table";
import { loadScene } from "./scenes";

export class Filming {
  private constructor(private readonly board: { plan(): unknown; svg(number: number): string }) {}

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

  svg(number: number): string {
    return this.board.svg(number);
  }
}
