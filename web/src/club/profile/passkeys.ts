/** Passkeys: where the page is secure and has a name, the browser's own keys bring a person in on another device. */
import { ask } from "../../table/http";
import type * as wire from "../../wire/generated/types";
import { deviceLabel } from "../club";

export type Passkey = wire.Passkey;

interface Asked<Options> {
  options: Options;
}

/** Addresses have no passkeys, only names do. */
const ADDRESS = /^[\d.]+$|^\[/;

/** Whether this page in this browser can have passkeys. */
export const havePasskeys = (): boolean =>
  isSecureContext &&
  !ADDRESS.test(location.hostname) &&
  typeof PublicKeyCredential === "function" &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential;

export const passkeys = () => ask<wire.Passkeys>("/me/passkeys").then((said) => said.passkeys);
export const removePasskey = (id: string) => ask(`/me/passkeys/${id}/remove`, {});

/** Closing the browser's own dialog is no error. */
async function offered(asking: () => Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await asking()) as PublicKeyCredential | null)?.toJSON() ?? null;
  } catch (error) {
    if (error instanceof DOMException && ["NotAllowedError", "AbortError", "InvalidStateError"].includes(error.name))
      return null;
    throw error;
  }
}

/** Make a passkey; false if its owner did not want to. */
export async function makePasskey(): Promise<boolean> {
  const { options } = await ask<Asked<PublicKeyCredentialCreationOptionsJSON>>("/me/passkeys/options", {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await offered(() => navigator.credentials.create({ publicKey }));
  if (credential) await ask("/me/passkeys", { credential, device: deviceLabel() });
  return credential !== null;
}

/** A passkey of this page that its owner shows; null if none. */
export async function shownPasskey(): Promise<unknown> {
  const { options } = await ask<Asked<PublicKeyCredentialRequestOptionsJSON>>("/me/passkeys/enter/options", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return await offered(() => navigator.credentials.get({ publicKey }));
}
