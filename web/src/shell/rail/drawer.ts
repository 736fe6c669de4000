/**
 * A drawer opens beside the table, which stays usable: people look from one to the other. A phone has no room for both,
 * so there it covers everything until it is closed.
 */
const phone = matchMedia("(max-width: 900px)");

export function openDrawer(drawer: HTMLDialogElement): void {
  if (drawer.open) return;
  if (phone.matches) drawer.showModal();
  else drawer.show();
}

/** For the drawer's `onkeydown`: Escape closes only the drawer, and nothing else on the table. */
export function closeOnEscape(event: KeyboardEvent & { currentTarget: HTMLDialogElement }): void {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  event.currentTarget.close();
}
