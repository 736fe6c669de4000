import { space } from "../space.svelte";

/**
 * A drawer opens beside the table, which stays usable: people look from one to the other. A small screen has no room
 * for both, so there it covers everything until it is closed.
 */
export function openDrawer(drawer: HTMLDialogElement): void {
  if (drawer.open) return;
  if (space.small) drawer.showModal();
  else drawer.show();
}

/** For the drawer's `onkeydown`: Escape closes only the drawer, and nothing else on the table. */
export function closeOnEscape(event: KeyboardEvent & { currentTarget: HTMLDialogElement }): void {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  event.currentTarget.close();
}
