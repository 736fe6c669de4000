/** Sends a link to a place of the page where the device can, and copies it where not; returns whether it was copied. */
import { invitation, lookUpAddresses } from "../table/invitations.svelte";
import { copy } from "./copy";
import { to } from "./route.svelte";

export async function share(path: string): Promise<boolean> {
  await lookUpAddresses();
  const link = invitation(to(path));
  if (!navigator.share) return copy(link).then(() => true);
  return navigator.share({ url: link }).then(
    () => false,
    () => false, // they have changed their mind
  );
}
