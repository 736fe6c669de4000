/** How this page talks about a table: names of seats, "you", the map's or deck's own words. */
import type { Table } from "../table/table";
import { decimal, has, list, t } from "../words/index.svelte";
import type { Speech } from "../words/speech";

export function speechOf(table: Table): Speech {
  const game = table.info!.game;
  return {
    game,
    t,
    list,
    decimal,
    name(seat) {
      const sitting = table.info?.seats.find((other) => other.seat === seat);
      if (sitting?.name) return sitting.program ? t("seat.program", { name: sitting.name }) : sitting.name;
      const name = `${game}.seat.${seat}.name` as const;
      return has(name) ? t(name) : String(seat + 1);
    },
    // With several of our seats on one device, everybody is called by name.
    mine: (seat) => table.yours.length === 1 && table.yours[0] === seat,
    chart: table.info!.chart,
  };
}

/** A player in a heading or on a board: "You", or the name. */
export function called(speech: Speech, seat: number): string {
  return speech.mine(seat) ? t("you") : speech.name(seat);
}
