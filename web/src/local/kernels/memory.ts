/**
 * A module's memory. Blocks (search trees) stay in place until they are freed; above the last one is room for the
 * arguments of a single call. It grows when it must, so do not keep a view of it between calls.
 */
const PAGE = 65536;
const ALIGNED = 16;

export class ModuleMemory {
  /** Blocks in use, by address. */
  private blocks: { at: number; size: number }[] = [];
  private next = 0;
  private view = new Uint8Array(0);

  constructor(
    private readonly memory: WebAssembly.Memory,
    private readonly base: number,
  ) {}

  /** The whole memory, valid until it grows: ask again after every call. */
  get bytes(): Uint8Array<ArrayBuffer> {
    if (this.view.buffer !== this.memory.buffer) this.view = new Uint8Array(this.memory.buffer);
    return this.view;
  }

  private reach(end: number): void {
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
  }

  private static round(size: number): number {
    return (size + ALIGNED - 1) & ~(ALIGNED - 1);
  }

  /** A block of bytes, in the first gap that is large enough. */
  take(bytes: number): number {
    const size = ModuleMemory.round(bytes);
    let at = ModuleMemory.round(this.base);
    let index = 0;
    for (; index < this.blocks.length; index += 1) {
      const block = this.blocks[index]!;
      if (at + size <= block.at) break;
      at = block.at + block.size;
    }
    this.reach(at + size);
    this.blocks.splice(index, 0, { at, size });
    return at;
  }

  free(at: number): void {
    this.blocks = this.blocks.filter((block) => block.at !== at);
  }

  /** Start the arguments of a call. */
  begin(): void {
    const last = this.blocks.at(-1);
    this.next = last ? last.at + last.size : ModuleMemory.round(this.base);
  }

  /** Allocate an argument of the call; returns its address. */
  place(bytes: number): number {
    const at = this.next;
    this.next += ModuleMemory.round(bytes);
    this.reach(this.next);
    return at;
  }
}
