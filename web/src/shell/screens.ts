/** The screen of a game's table with its messages: loaded only when somebody sits down there. */
import type { GameName } from "../table/table";
import { need } from "../words/index.svelte";

export async function screenOf(game: GameName) {
  await need(`${game}/setup`, `${game}/game`, "server");
  return game === "portobello"
    ? (await import("../games/portobello/PortobelloTable.svelte")).default
    : (await import("../games/viaggiatore/ViaggiatoreTable.svelte")).default;
}
