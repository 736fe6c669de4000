/** Whose games the explorer counts: the package's million, or this server's own where its host has counted them. */
import { recall, remember } from "../table/stored";

const KEPT = "piazzetta.explorer";
const chosen = $state({ served: recall(KEPT, false) });

export const fromServer = (): boolean => chosen.served;

export function chooseWhose(served: boolean): void {
  chosen.served = served;
  remember(KEPT, served);
}
