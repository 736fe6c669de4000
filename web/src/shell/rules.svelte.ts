/** The rules drawer: opened from everywhere, at the right clause. */
import type { GameName } from "../table/table";

const drawer = $state<{ open: boolean; game: GameName; clause: string | null }>({ open: false, game: "portobello", clause: null });

export function openRules(game: GameName, clause: string | null = null): void {
  drawer.game = game;
  drawer.clause = clause;
  drawer.open = true;
}

export function closeRules(): void {
  drawer.open = false;
}

export function rulesDrawer(): Readonly<typeof drawer> {
  return drawer;
}
