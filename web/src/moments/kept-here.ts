/** Whether moments are kept on this device: known without opening a database, so that a first page need not. */
const KEPT = "piazzetta.moments";

export const keptHere = (): boolean => localStorage.getItem(KEPT) !== null;
export const keepsMoments = (): void => localStorage.setItem(KEPT, "1");
