/** What Portobello Market brings to the page. */
import type { GamePage } from "../game";
import "./portobello.css";

export const portobello: GamePage = {
  name: "portobello",
  icon: "i-stall",
  guide: "i-bobby",
  figure: "bobby",
  cloth: "red",
  badge: "var(--brick-fill)",
  panes: [
    ["turn", "rules.turn"],
    ["sources", "rules.sources"],
  ],
  load: async () => (await import("./table")).table,
  picture: async () => (await import("./editor/MapPicture.svelte")).default,
  board: async () => (await import("./board/PositionBoard.svelte")).default,
  workbench: async () => (await import("./editor/workbench")).workbench,
};
