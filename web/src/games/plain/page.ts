/** The page of a game that brings none of its own: it was written in Python alone. */
import type { GamePage } from "../game";

export const plainPage = (name: string): GamePage => ({
  name,
  icon: "i-people",
  guide: "i-people",
  cloth: "blue",
  badge: "var(--p-blue-deep)",
  panes: [],
  load: async () => (await import("./table")).table,
  workbench: null,
});
