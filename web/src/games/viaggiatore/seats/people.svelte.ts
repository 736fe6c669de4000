// Who sits where: name, colour, and whether it is the reader.
import { colourOf, type Colour } from "../../../shell/seats/players";
import { called, speechOf } from "../../../shell/speech.svelte";
import { isPast, type Table } from "../../../table/table";
import { list } from "../../../words/index.svelte";
import { about, type Speech } from "../../../words/speech";

export interface Person {
  seat: number;
  name: string;
  /** "You", or the name. */
  called: string;
  colour: Colour;
  you: boolean;
  bot: boolean;
  temperament: string | null;
  thinking: boolean;
  away: boolean;
}

export class People {
  readonly speech: Speech;

  constructor(private readonly table: Table) {
    this.speech = speechOf(table);
  }

  of(seat: number): Person {
    const info = this.table.info?.seats.find((other) => other.seat === seat);
    const now = !isPast(this.table);
    return {
      seat,
      name: this.speech.name(seat),
      called: called(this.speech, seat),
      colour: colourOf(seat),
      you: this.mine(seat),
      bot: info?.kind === "bot" || (now && info?.bot_plays === true),
      temperament: info?.temperament ?? null,
      thinking: now && info?.thinking === true,
      away: now && info !== undefined && !info.connected && info.kind === "person",
    };
  }

  mine(seat: number): boolean {
    return this.speech.mine(seat);
  }

  /** Parameters of a message about a seat. */
  about(seat: number): Record<string, string | number> {
    return about(this.speech, seat);
  }

  /** "Elena, Luca and you", with the given word for "you". */
  names(seats: readonly number[], you: string): string {
    return list(seats.map((seat) => (this.mine(seat) ? you : this.speech.name(seat))));
  }
}
