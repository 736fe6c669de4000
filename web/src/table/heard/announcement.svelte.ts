/** The admin's announcement, until it is withdrawn; a reader may close it. */
const said = $state({ text: "", away: "" });

export const announcement = (): string => (said.text === said.away ? "" : said.text);

export function announced(text: string): void {
  said.text = text;
}

export function putAway(): void {
  said.away = said.text;
}
