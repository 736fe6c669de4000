/** Whether moments are kept on this device, or for its profile: known without opening a database, so that a first page
 * need not. */
import { isKept } from "../table/keys";

const KEPT = "piazzetta.moments";

export const keptHere = (): boolean => isKept() || localStorage.getItem(KEPT) !== null;
export const keepsMoments = (): void => localStorage.setItem(KEPT, "1");
