/** Encodes a GIF beside the page, which goes on answering meanwhile. */
import { GifFile } from "./gif";

/** The samples come first, then the pictures, then a question for the file. Each has its answer. */
export type Part =
  | { width: number; height: number; samples: Uint8ClampedArray[] }
  | { pixels: Uint8ClampedArray; milliseconds: number }
  | null;

let file: GifFile | null = null;
onmessage = ({ data }: MessageEvent<Part>) => {
  if (!data) return postMessage(file!.bytes());
  if ("samples" in data) file = new GifFile(data.width, data.height, data.samples);
  else file!.add(data.pixels, data.milliseconds);
  postMessage(null);
};
