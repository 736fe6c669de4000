/** An animated GIF, picture by picture: pixels that stay as they are take no room. */
import { applyPalette, GIFEncoder, quantize } from "gifenc";

const COLOURS = 255; // and one for "as before"

export class GifFile {
  private readonly file = GIFEncoder();
  private readonly palette: number[][];
  private before: Uint8Array | null = null;

  /** `samples`: pictures that have the colours of all. */
  constructor(
    private readonly width: number,
    private readonly height: number,
    samples: readonly Uint8ClampedArray[],
  ) {
    const all = new Uint8ClampedArray(samples.reduce((sum, one) => sum + one.length, 0));
    let at = 0;
    for (const one of samples) {
      all.set(one, at);
      at += one.length;
    }
    this.palette = [...quantize(all, COLOURS), [0, 0, 0]];
  }

  /** `pixels`: red, green, blue and opacity of each. */
  add(pixels: Uint8ClampedArray, milliseconds: number): void {
    const { width, height, palette, before } = this;
    const asBefore = palette.length - 1;
    const now = applyPalette(pixels, palette.slice(0, asBefore));
    const shown = before ? now.map((colour, at) => (colour === before[at] ? asBefore : colour)) : now;
    this.file.writeFrame(shown, width, height, {
      delay: milliseconds,
      dispose: 1,
      ...(before ? { transparent: true, transparentIndex: asBefore } : { palette }),
    });
    this.before = now;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    this.file.finish();
    return this.file.bytes();
  }
}
