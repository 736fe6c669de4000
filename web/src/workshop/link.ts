/** A map or deck within a link: after the `#`, so that no server sees it; packed, to stay short. */
import { STATIC } from "../table/reach.svelte";
import type { GameName } from "../table/table";
import { to } from "../shell/route.svelte";

const MARK = "chart=";

async function through(bytes: Uint8Array<ArrayBuffer>, pipe: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(pipe as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(stream as ReadableStream).arrayBuffer());
}

export async function packed(file: unknown): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(file)), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(text: string): Promise<unknown> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")))) as unknown;
}

export async function linkTo(game: GameName, file: unknown): Promise<string> {
  const path = to(`/workshop/${game}`);
  return new URL(`${path}${STATIC ? "?" : "#"}${MARK}${await packed(file)}`, location.href).href;
}

/** The map or deck in the current address. */
export async function linked(): Promise<unknown> {
  const found = new RegExp(`[#?&]${MARK}([\\w-]+)`).exec(location.hash);
  return found ? unpacked(found[1]!) : null;
}
