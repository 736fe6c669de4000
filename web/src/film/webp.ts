/** Animated WebP: the browser encodes single pictures, this puts them into one file (RFC 9649). */
import type { Box } from "./changes";

/** A picture on top of those before it, with its time in milliseconds; `image`: a WebP file of its own. */
export interface Frame {
  box: Box;
  milliseconds: number;
  image: Uint8Array;
}

const HEAD = 12; // "RIFF", a length, "WEBP"
/** The chunks of a single picture that make a frame. */
const PIXELS = new Set(["ALPH", "VP8 ", "VP8L"]);
const ANIMATED = 0x02;
const OVER = 0; // what was there shows through where a picture is transparent

/** A whole film, in an endless loop. */
export function animated(width: number, height: number, frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const head = chunk("VP8X", [...number(ANIMATED, 4), ...number(width - 1, 3), ...number(height - 1, 3)]);
  const loop = chunk("ANIM", [...number(0, 4), ...number(0, 2)]);
  const body = [letters("WEBP"), head, loop, ...frames.map(frameOf)];
  return joined([letters("RIFF"), number(sizeOf(body), 4), ...body]);
}

function frameOf({ box, milliseconds, image }: Frame): Uint8Array {
  const { x, y, width, height } = box;
  const places = [x / 2, y / 2, width - 1, height - 1, milliseconds].flatMap((value) => number(value, 3));
  return chunk("ANMF", joined([[...places, OVER], ...pixelsOf(image)]));
}

/** The chunks with the pixels of a WebP file, each with its head and padding. */
function pixelsOf(file: Uint8Array): Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const found = [];
  for (let at = HEAD; at + 8 <= file.length;) {
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size % 2);
    if (PIXELS.has(String.fromCharCode(...file.subarray(at, at + 4)))) found.push(file.subarray(at, end));
    at = end;
  }
  return found;
}

const letters = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
/** The lowest byte first. */
const number = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, place) => (value >>> (8 * place)) & 255);
const sizeOf = (parts: readonly ArrayLike<number>[]) => parts.reduce((sum, part) => sum + part.length, 0);

/** Chunks have an even length. */
function chunk(name: string, content: ArrayLike<number>): Uint8Array {
  return joined([letters(name), number(content.length, 4), content, content.length % 2 ? [0] : []]);
}

function joined(parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
