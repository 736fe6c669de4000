/**
 * A drawing as a picture of its own. The ground of a map has some eight hundred parts that never change: as a picture they
 * are one element of the page, and nothing that happens there (a dialog that opens, a change of focus) has to look at
 * each of them or to paint it again.
 */
export function picture(drawing: string, width: number, height: number, colours: (name: string) => string): string {
  // a picture knows nothing of the page's variables
  const painted = drawing.replace(/var\((--[\w-]+)\)/g, (_, name: string) => colours(name));
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${painted}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(whole)}`;
}
