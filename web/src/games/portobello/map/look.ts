/** How the parts of the ground are painted: SVG attributes, with the theme's colours by name. */
const stroke = (colour: string, width: number) => `fill="none" stroke="var(--${colour})" stroke-width="${width}"`;
const fill = (colour: string) => `fill="var(--${colour})"`;

export const LOOK = {
  tuft: `${stroke("map-tuft", 1.1)} stroke-linecap="round"`,
  shade: fill("map-shadow"),
  roofshade: fill("map-roofshade"),
  roofline: `${stroke("map-roofline", 1)} stroke-linejoin="round"`,
  ridge: stroke("map-ridge", 1.3),
  window: fill("map-window"),
  chimney: `${fill("map-chimney")} stroke="var(--map-roofline)" stroke-width=".6"`,
  pot: `${stroke("map-pot", 1.8)} stroke-linecap="round"`,
  yard: `${fill("map-yard")} stroke="var(--map-kerb)" stroke-width="3" stroke-linejoin="round"`,
  treetop: fill("tree-hi"),
  plate: `${fill("map-plate")} stroke="var(--map-ink)" stroke-width="2"`,
  plateInside: stroke("gold", 1.3),
  fillet: stroke("gold", 2.6),
  outerFillet: `${stroke("gold", 1.4)} opacity=".65"`,
  // lamps are lit only in the dark theme
  lamps: `display="var(--map-lamps)" opacity=".34" style="mix-blend-mode:screen"`,
} as const;

export const field = (tone: 1 | 5 | 10) => fill(tone === 1 ? "map-track" : `map-track-${tone}`);
export const roof = (family: number, shade: number) => fill(`roof-${family}-${shade}`);
export const lawn = (tone: number) =>
  `${fill(`map-garden-${tone}`)} stroke="var(--map-hedge)" stroke-width="3" stroke-linejoin="round"`;
export const tree = (tone: number) => `${fill(`tree-${tone}`)} stroke="var(--tree-line)" stroke-width="1"`;

/** The three layers of a street, from the bottom: its shadow, its kerb, its paving. */
export const STREET = { shadow: "map-street-shadow", kerb: "map-kerb", paving: "map-street" } as const;
export const area = (layer: keyof typeof STREET) => fill(STREET[layer]);
export const way = (layer: keyof typeof STREET, width: string) =>
  `fill="none" stroke="var(--${STREET[layer]})" stroke-width="${width}" stroke-linecap="round"`;
