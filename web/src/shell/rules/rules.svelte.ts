/** The rules drawer: opens from anywhere, at the right clause. */
import type { GameName } from "../../table/table";

const drawer = $state<{ open: boolean; game: GameName; clause: string | null }>({
  open: false,
  game: "portobello",
  clause: null,
});

export function openRules(game: GameName, clause: string | null = null): void {
  drawer.game = game;
  drawer.clause = clause;
  drawer.open = true;
}

export function closeRules(): void {
  drawer.open = false;
}

/** For the button that stays visible while the drawer is open. */
export function turnRules(game: GameName): void {
  if (drawer.open) closeRules();
  else openRules(game);
}

export function rulesDrawer(): Readonly<typeof drawer> {
  return drawer;
}
