/** The colours of a heat map, as in Python's `drawing/heat.py`: from never to always, with ink that can be read on it. */
const COLD = [247, 240, 224];
const HOT = [150, 30, 20];
/** From here on white is read better than black; both have a contrast of 4.5 there. */
const DARK = 0.7;

export function warmth(share: number): { fill: string; ink: string } {
  const warm = Math.min(1, Math.max(0, share));
  const [red, green, blue] = COLD.map((cold, part) => Math.round(cold + warm * (HOT[part]! - cold)));
  return { fill: `rgb(${red} ${green} ${blue})`, ink: warm > DARK ? "#fff" : "#000" };
}
