/** What Il Commercio Viaggiatore brings to the page. */
import type { GamePage } from "../game";

export const viaggiatore: GamePage = {
  name: "viaggiatore",
  icon: "i-suitcase",
  guide: "i-suitcase",
  figure: "walker",
  cloth: "green",
  badge: "var(--bottle-2)",
  panes: [
    ["turn", "rules.turn"],
    ["sources", "rules.options"],
    ["secrets", "rules.secrets"],
  ],
  load: async () => (await import("./table")).table,
  faces: async () => (await import("./cards/faces")).faces,
  workbench: async () => (await import("./editor/workbench")).workbench,
};
