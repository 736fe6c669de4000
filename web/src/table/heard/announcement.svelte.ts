/** What the host has to say to everybody, until it is taken back; a reader may put it away. */
const said = $state({ text: "", away: "" });

export const announcement = (): string => (said.text === said.away ? "" : said.text);

export function announced(text: string): void {
  said.text = text;
}

export function putAway(): void {
  said.away = said.text;
}
