/**
 * Somebody's first game: before it "Show me around" is offered, and nothing is shown until they have answered; then the
 * bots move one after the other. This device remembers which table it is.
 */
const TABLE = "piazzetta.first";

const asking = $state({ on: false });
let answered: () => void = () => {};
let answer: Promise<void> = Promise.resolve();

/** A table of somebody who has not played its game before. */
export function setFirstTable(table: string): void {
  localStorage.setItem(TABLE, table);
}

/** Whether this is the table of somebody's first game. If they have not answered yet, they are asked. */
export function openFirst(table: string): boolean {
  const [first, done] = (localStorage.getItem(TABLE) ?? "").split(" ");
  asking.on = first === table && !done;
  answer = asking.on ? new Promise((resolve) => (answered = resolve)) : Promise.resolve();
  return first === table;
}

/** Start, or leave: what has happened is shown from now on. */
export function startFirst(table: string): void {
  localStorage.setItem(TABLE, `${table} started`);
  asking.on = false;
  answered();
}

export const asksFirst = (): boolean => asking.on;
/** Resolves once the player wants to see what happens. */
export const firstAnswer = (): Promise<void> => answer;
