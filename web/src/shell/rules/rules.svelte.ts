/** The rules drawer: opens from anywhere, at the right clause. */
import type { GameName } from "../../table/table";

/** What it shows: the clauses, a turn in short, editions and sources, who knows what, or the illustrated rulebook. */
export type Pane = "clauses" | "turn" | "sources" | "secrets" | "book";

interface Drawer {
  open: boolean;
  game: GameName;
  clause: string | null;
  pane: Pane;
  /** The game at the reader's table, and its edition; empty elsewhere. */
  played: GameName;
  edition: string;
}
const drawer = $state<Drawer>({
  open: false,
  played: "",
  game: "",
  clause: null,
  pane: "clauses",
  edition: "",
});

export function openRules(game: GameName, clause: string | null = null): void {
  drawer.game = game;
  drawer.clause = clause;
  drawer.pane = "clauses";
  drawer.open = true;
}

export function closeRules(): void {
  drawer.open = false;
}

export function showPane(pane: Pane): void {
  drawer.pane = pane;
}

/** The game and the edition of the reader's table: the drawer and the rulebook open with it. */
export function playBy(game: GameName, edition: string): void {
  drawer.played = game;
  drawer.edition = edition;
}

/** For the button that stays visible while the drawer is open. */
export function turnRules(game: GameName): void {
  if (drawer.open) closeRules();
  else openRules(game);
}

export function rulesDrawer(): Readonly<typeof drawer> {
  return drawer;
}
