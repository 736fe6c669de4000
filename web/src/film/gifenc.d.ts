/** What we use of gifenc, which comes without types. */
declare module "gifenc" {
  interface Frame {
    palette?: number[][];
    delay: number;
    transparent?: boolean;
    transparentIndex?: number;
    dispose: number;
  }
  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, frame: Frame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(pixels: Uint8ClampedArray, colours: number): number[][];
  export function applyPalette(pixels: Uint8ClampedArray, palette: number[][]): Uint8Array;
}
