/** The opening explorer in the worker: its file, and what the translated `explorer/` says of a position. */
import type { Lookup } from "../studies";
import { toJson, type Any } from "../python";
import * as python from "../generated/python/common.js";
import { inflate } from "./columns";

export class Exploring {
  private readonly book;

  constructor(file: ArrayBuffer) {
    this.book = python.Book.loads(new Uint8Array(file));
  }

  /** What is known of a match's position; null if the file has no games of its setting. */
  async lookUp(match: Any): Promise<Lookup | null> {
    const section = this.book.section(match.setting);
    if (!section) return null;
    await inflate(section.data);
    return toJson(python.look_up(this.book, match).to_json());
  }
}
