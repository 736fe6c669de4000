/** Make a file of pictures that come one after the other. */
import { changes, withoutOld } from "./changes";
import type { Part } from "./gif-worker";
import { animated, type Frame } from "./webp";

export interface Encoder {
  /** Returns as soon as the next picture may come; some are encoded meanwhile. */
  add(picture: ImageData, milliseconds: number): Promise<void>;
  file(): Promise<Blob>;
  close(): void;
}

const WEBP = "image/webp";
/** The first picture is written without loss. For what changes, browsers would need three times the room for that. */
const [FIRST, LATER] = [1, 0.95];
/** Pictures encoded at once. */
const AT_ONCE = 4;

/** Whether this browser can write WebP. */
export function writesWebp(): boolean {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  return canvas.toDataURL(WEBP).startsWith(`data:${WEBP}`);
}

/** Of each picture, only what has changed is encoded, by the browser's own threads. */
export class WebpEncoder implements Encoder {
  private readonly frames: Promise<Frame>[] = [];
  private before: Uint32Array | null = null;

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {}

  async add(picture: ImageData, milliseconds: number): Promise<void> {
    const { width, height, before } = this;
    const now = new Uint32Array(picture.data.buffer);
    const box = before ? changes(before, now, width) : { x: 0, y: 0, width, height };
    const fresh = before ? new ImageData(new Uint8ClampedArray(withoutOld(before, now).buffer), width) : picture;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [box.width, box.height];
    canvas.getContext("2d")!.putImageData(fresh, -box.x, -box.y);
    this.frames.push(encoded(canvas, before ? LATER : FIRST).then((image) => ({ box, milliseconds, image })));
    this.before = now;
    await this.frames.at(-AT_ONCE);
  }

  async file(): Promise<Blob> {
    return new Blob([animated(this.width, this.height, await Promise.all(this.frames))], { type: WEBP });
  }

  close(): void {}
}

async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Uint8Array> {
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, WEBP, quality));
  return new Uint8Array(await image!.arrayBuffer());
}

/** In a thread of its own. */
export class GifEncoder implements Encoder {
  private readonly thread = new Worker(new URL("./gif-worker.ts", import.meta.url), { type: "module", name: "gif" });
  /** What the thread is at work on. */
  private latest: Promise<unknown>;

  constructor(width: number, height: number, samples: readonly ImageData[]) {
    this.latest = this.ask({ width, height, samples: samples.map(({ data }) => data) });
  }

  async add({ data }: ImageData, milliseconds: number): Promise<void> {
    await this.latest;
    this.latest = this.ask({ pixels: data, milliseconds });
  }

  async file(): Promise<Blob> {
    await this.latest;
    return new Blob([(await this.ask(null)) as Uint8Array<ArrayBuffer>], { type: "image/gif" });
  }

  close(): void {
    this.thread.terminate();
  }

  private ask(part: Part): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.thread.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
      this.thread.onerror = reject;
      this.thread.postMessage(part);
    });
  }
}
