/** What a screen reader is told: one live region, one sentence after the other. */
const said = $state({ text: "", count: 0 });

export function announce(text: string): void {
  if (!text) return;
  // The same sentence twice is said twice: a trailing space makes it new.
  said.text = text === said.text ? `${text} ` : text;
  said.count++;
}

export function announced(): string {
  return said.text;
}
