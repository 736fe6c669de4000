/** A player's tiles as clocks, in a stable order: their own first, by number, then the neutral ones. */
import { colourOf } from "../../../shell/seats/players";
import { t } from "../../../words/index.svelte";
import { tileText, type Speech } from "../../../words/speech";
import type { PortobelloView, TileName } from "../view";

export interface ShownTile {
  name: TileName;
  id: string;
  down: boolean;
  now: boolean;
  label: string;
}

export function clockId(name: string, seat: number): string {
  return name.startsWith("n") ? `clock-neutral-${name.slice(1)}` : `clock-${colourOf(seat)}-${name}`;
}

export function shownTiles(speech: Speech, view: PortobelloView, seat: number): ShownTile[] {
  const { up = [], down = [] } = view.tiles[seat] ?? {};
  const inUse = view.seat === seat ? view.tile_in_use : null;
  const all = [...up.map((name) => ({ name, down: false })), ...down.map((name) => ({ name, down: true }))];
  all.sort((a, b) => Number(a.name.startsWith("n")) - Number(b.name.startsWith("n")) || a.name.localeCompare(b.name));
  let marked = false;
  return all.map(({ name, down: faceDown }) => {
    const now = !marked && name === inUse && !faceDown;
    marked ||= now;
    const shut = name.startsWith("n") ? "clock-neutral-down" : `clock-${colourOf(seat)}-down`;
    const state = faceDown ? t("portobello.tile.face_down") : now ? t("portobello.tile.in_use") : "";
    return {
      name,
      down: faceDown,
      now,
      id: faceDown ? shut : clockId(name, seat),
      label: [tileText(speech, name), state].filter(Boolean).join(", "),
    };
  });
}
