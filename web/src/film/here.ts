/** Films made on this device: a worker says what each picture shows, the page draws it. */
import cabin from "@fontsource-variable/cabin/files/cabin-latin-wght-normal.woff2?url";
import { httpRefusal } from "../local/asking";
import { Channel, newThread, RefusedHere, type FilmPart } from "../local/channel";
import { gameOf } from "../local/games";
import { Refused } from "../table/http";
import type { GameName } from "../table/table";
import { messagesOf } from "../words/index.svelte";
import { GifEncoder, WebpEncoder, type Encoder } from "./encoders";
import type { Wish } from "./film";

/** Draw a film of a game of this device, or of a record; null: `gone` says that nobody waits for it any more. */
export async function drawFilm(
  game: GameName,
  source: { id: string } | { record: unknown },
  wish: Wish,
  tell: (drawn: number, all: number) => void,
  gone: () => boolean,
): Promise<Blob | null> {
  const kept = "id" in source ? await gameOf(source.id) : null;
  if ("id" in source && !kept) throw new Refused("missing", "", null);
  const record = "id" in source ? null : source.record;
  const channel = new Channel(game, newThread());
  let encoder: Encoder | null = null;
  try {
    const plan = await channel.ask("film", { kept, record, wish, words: await messagesOf(game) });
    const [width, height] = plan.size;
    const painter = new Painter(width, height, await fontFace());
    const all = plan.seconds.length;
    const painted = async (number: number) => painter.paint(await channel.ask("picture", number));
    if (wish.kind === "gif") {
      const samples = [];
      for (const number of plan.samples) samples.push(await painted(number));
      encoder = new GifEncoder(width, height, samples);
    } else encoder = new WebpEncoder(width, height);
    for (const [number, seconds] of plan.seconds.entries()) {
      if (gone()) return null;
      await encoder.add(await painted(number), Math.round(1000 * seconds));
      tell(number + 1, all);
    }
    return await encoder.file();
  } catch (error) {
    throw error instanceof RefusedHere ? httpRefusal(error) : error;
  } finally {
    encoder?.close();
    channel.close();
  }
}

/** A picture loads nothing, so it brings its letters along. */
async function fontFace(): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(cabin)).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `<style>@font-face{font-family:Cabin;font-weight:400 700;src:url(data:font/woff2;base64,${text})}</style>`;
}

/** Paints pictures one after the other. Each part is drawn once, and kept if it comes again. */
class Painter {
  private readonly pen: CanvasRenderingContext2D;
  private readonly kept = new Map<number, HTMLCanvasElement>();

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly font: string,
  ) {
    this.pen = penOf(width, height);
  }

  async paint(parts: readonly FilmPart[]): Promise<ImageData> {
    const drawn = await this.draw(parts.filter(({ svg }) => svg !== null));
    for (const part of parts) {
      const canvas = drawn.get(part) ?? this.kept.get(part.id!)!;
      if (part.id !== null) this.kept.set(part.id, canvas);
      this.pen.drawImage(canvas, part.left, part.top);
    }
    return this.pen.getImageData(0, 0, this.width, this.height);
  }

  /** Parts one below the other in one picture: for a browser, most of the work is to open a picture. */
  private async draw(parts: readonly FilmPart[]): Promise<Map<FilmPart, HTMLCanvasElement>> {
    const drawn = new Map<FilmPart, HTMLCanvasElement>();
    let [wide, high, inside] = [0, 0, ""];
    for (const { left, top, right, bottom, svg } of parts) {
      const [width, height] = [right - left, bottom - top];
      const place = `y="${high}" width="${width}" height="${height}" preserveAspectRatio="none"`;
      inside += svg!.replace(/width="[^"]*" height="[^"]*"/, place);
      [wide, high] = [Math.max(wide, width), high + height];
    }
    if (!parts.length) return drawn;
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}">`;
    const font = inside.includes("<text") ? this.font : "";
    const address = URL.createObjectURL(new Blob([head, font, inside, "</svg>"], { type: "image/svg+xml" }));
    try {
      const image = new Image();
      image.src = address;
      await image.decode();
      const all = penOf(wide, high);
      all.drawImage(image, 0, 0);
      let y = 0;
      for (const part of parts) {
        const [width, height] = [part.right - part.left, part.bottom - part.top];
        const pen = penOf(width, height);
        pen.drawImage(all.canvas, 0, -y);
        drawn.set(part, pen.canvas);
        y += height;
      }
    } finally {
      URL.revokeObjectURL(address);
    }
    return drawn;
  }
}

function penOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  return canvas.getContext("2d", { willReadFrequently: true })!; // without a graphics card's memory
}
