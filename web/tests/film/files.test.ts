/** The files of films made on this device: animated WebP and GIF, byte by byte. */
import { describe, expect, it } from "vitest";
import { changes, withoutOld } from "../../src/film/changes";
import { GifFile } from "../../src/film/gif";
import { animated } from "../../src/film/webp";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const size = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, 0];

/** A WebP file as a browser writes it, with a chunk that says nothing about pixels. */
function single(name: string, content: number[]): Uint8Array {
  const padded = [...content, ...(content.length % 2 ? [0] : [])];
  const chunk = [...bytes(name), ...size(content.length), ...padded];
  const other = [...bytes("ICCP"), ...size(1), 9, 0];
  return Uint8Array.from([
    ...bytes("RIFF"),
    ...size(4 + chunk.length + other.length),
    ...bytes("WEBP"),
    ...other,
    ...chunk,
  ]);
}

/** The chunks of a file, by name in order. */
function chunks(file: Uint8Array): [string, Uint8Array][] {
  const found: [string, Uint8Array][] = [];
  const view = new DataView(file.buffer);
  for (let at = 12; at < file.length;) {
    const length = view.getUint32(at + 4, true);
    found.push([String.fromCharCode(...file.subarray(at, at + 4)), file.slice(at + 8, at + 8 + length)]);
    at += 8 + length + (length % 2);
  }
  return found;
}

describe("an animated WebP", () => {
  const frames = [
    { box: { x: 0, y: 0, width: 300, height: 200 }, milliseconds: 1800, image: single("VP8L", [1, 2, 3]) },
    { box: { x: 4, y: 260, width: 2, height: 1 }, milliseconds: 70_000, image: single("VP8 ", [5, 6]) },
  ];
  const file = animated(300, 262, frames);

  it("says how large it is and that it is animated", () => {
    expect(String.fromCharCode(...file.subarray(0, 4), ...file.subarray(8, 12))).toBe("RIFFWEBP");
    expect(new DataView(file.buffer).getUint32(4, true)).toBe(file.length - 8);
    const [head, loop] = chunks(file);
    expect(head).toEqual(["VP8X", Uint8Array.from([2, 0, 0, 0, 43, 1, 0, 5, 1, 0])]);
    expect(loop).toEqual(["ANIM", new Uint8Array(6)]);
  });

  it("has a frame for every picture, with its place, its time and nothing but its pixels", () => {
    const [, , first, second, ...rest] = chunks(file);
    expect(rest).toEqual([]);
    const pixels = [...bytes("VP8L"), ...size(3), 1, 2, 3, 0];
    expect(first).toEqual(["ANMF", Uint8Array.from([0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0, 8, 7, 0, 0, ...pixels])]);
    const place = [2, 0, 0, 130, 0, 0, 1, 0, 0, 0, 0, 0, 112, 17, 1, 0];
    expect(second).toEqual(["ANMF", Uint8Array.from([...place, ...bytes("VP8 "), ...size(2), 5, 6])]);
  });
});

describe("what has changed", () => {
  const before = new Uint32Array(6 * 5);
  const after = (...places: [number, number][]) => {
    const found = before.slice();
    for (const [x, y] of places) found[6 * y + x] = 7;
    return found;
  };
  it("is the box around it, from even places on", () => {
    expect(changes(before, after([3, 1]), 6)).toEqual({ x: 2, y: 0, width: 2, height: 2 });
    expect(changes(before, after([1, 4], [5, 2]), 6)).toEqual({ x: 0, y: 2, width: 6, height: 3 });
    expect(changes(before, after([0, 0], [5, 4]), 6)).toEqual({ x: 0, y: 0, width: 6, height: 5 });
  });
  it("stays where all else becomes clear", () => {
    expect([...withoutOld(Uint32Array.of(1, 2, 3), Uint32Array.of(1, 5, 3))]).toEqual([0, 5, 0]);
  });
  it("is two pixels where nothing has", () => {
    expect(changes(before, before.slice(), 6)).toEqual({ x: 0, y: 0, width: 2, height: 1 });
  });
});

describe("a GIF", () => {
  const picture = (...colours: number[]) => Uint8ClampedArray.from(colours.flatMap((one) => [one, 0, 255 - one, 255]));

  it("has every picture with its time, and leaves out what stays as it is", () => {
    const [one, two] = [picture(0, 0, 255, 255), picture(0, 255, 255, 255)];
    const file = new GifFile(2, 2, [one, two]);
    file.add(one, 1200);
    file.add(two, 500);
    const written = file.bytes();
    expect(String.fromCharCode(...written.subarray(0, 6))).toBe("GIF89a");
    expect([...written.subarray(6, 10)]).toEqual([2, 0, 2, 0]);
    expect(written.at(-1)).toBe(0x3b);
    const controls = [...written.keys()].filter((at) => written[at] === 0x21 && written[at + 1] === 0xf9);
    const told = controls.map((at) => [...written.subarray(at + 3, at + 7)]);
    expect(told).toEqual([
      [4, 120, 0, 0],
      [5, 50, 0, 2], // kept below, with the third colour for what stays
    ]);
  });
});
