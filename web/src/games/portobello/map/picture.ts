/**
 * A drawing as a separate picture. A map's ground has many parts that never change: as a picture they are one element of
 * the page, so nothing that happens there (an opening dialog, a change of focus) has to visit or repaint each of them.
 */
export function picture(drawing: string, width: number, height: number, colours: (name: string) => string): string {
  // a picture cannot use the page's variables
  const painted = drawing.replace(
    /var\((--[\w-]+)(?:,([^)]*))?\)/g,
    (_, name: string, other = "") => colours(name) || other,
  );
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${painted}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(whole)}`;
}
