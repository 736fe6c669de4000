/** Make a file of pictures that come one after the other. */
import { changes, withoutOld } from "./changes";
import type { Part } from "./gif-worker";
import { animated, type Frame } from "./webp";

export interface Encoder {
  add(picture: ImageData, milliseconds: number): Promise<void>;
  file(): Promise<Blob>;
  close(): void;
}

const WEBP = "image/webp";
/** The first picture is written without loss. For what changes, browsers would need three times the room for that. */
const [FIRST, LATER] = [1, 0.95];

/** Whether this browser can write WebP. */
export function writesWebp(): boolean {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  return canvas.toDataURL(WEBP).startsWith(`data:${WEBP}`);
}

/** Of each picture, only what has changed is encoded. */
export class WebpEncoder implements Encoder {
  private readonly frames: Frame[] = [];
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
    const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, WEBP, before ? LATER : FIRST));
    this.frames.push({ box, milliseconds, image: new Uint8Array(await image!.arrayBuffer()) });
    this.before = now;
  }

  async file(): Promise<Blob> {
    return new Blob([animated(this.width, this.height, this.frames)], { type: WEBP });
  }

  close(): void {}
}

/** In a thread of its own. */
export class GifEncoder implements Encoder {
  private readonly thread = new Worker(new URL("./gif-worker.ts", import.meta.url), { type: "module", name: "gif" });
  private readonly ready: Promise<unknown>;

  constructor(width: number, height: number, samples: readonly ImageData[]) {
    this.ready = this.ask({ width, height, samples: samples.map(({ data }) => data) });
  }

  async add({ data }: ImageData, milliseconds: number): Promise<void> {
    await this.ready;
    await this.ask({ pixels: data, milliseconds });
  }

  async file(): Promise<Blob> {
    await this.ready;
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
