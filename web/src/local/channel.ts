/** Questions to the worker and its answers, in order. */
import type { Frames } from "../table/http";
import type { AnalysisProgress, GameName, Hint, Refusal } from "../table/table";
import type { KeptGame } from "./games";
import type { Told } from "./room";

/** What can be asked, and what the answer is. */
export interface Questions {
  open: { ask: { game: KeptGame; pace: number }; answer: null };
  play: { ask: { seat: number; move: string }; answer: null };
  undo: { ask: { seat: number }; answer: null };
  why: { ask: { move: string; seat: number }; answer: Refusal | null };
  hint: { ask: { seat: number }; answer: Hint };
  fair: { ask: { game: GameName; record: unknown }; answer: boolean };
  replay: { ask: { game: GameName; record: unknown; viewer: number }; answer: Frames };
  /** Begin to look at a finished game again, then look on: each answers after a while with how far that came. */
  analyse: { ask: { game: GameName; record: unknown }; answer: AnalysisProgress };
  look: { ask: null; answer: AnalysisProgress };
}

export type Question = {
  [Name in keyof Questions]: { id: number; name: Name; ask: Questions[Name]["ask"] };
}[keyof Questions];
export type Reply = { id: number; answer: unknown } | { id: number; refusal: Refusal };

/** The part of a `Worker` that is used: a test puts something else in its place. */
export type Thread = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

export class Channel {
  private readonly waiting = new Map<number, { resolve: (answer: never) => void; reject: (reason: Error) => void }>();
  private count = 0;

  constructor(
    private readonly thread: Thread,
    told: (told: Told) => void = () => {},
    broken: () => void = () => {},
  ) {
    thread.onmessage = ({ data }: MessageEvent<Reply | Told>) => {
      if ("type" in data) return told(data);
      const asker = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("refusal" in data) asker?.reject(new RefusedHere(data.refusal));
      else asker?.resolve(data.answer as never);
    };
    thread.onerror = () => {
      this.giveUp();
      broken();
    };
  }

  ask<Name extends keyof Questions>(name: Name, ask: Questions[Name]["ask"]): Promise<Questions[Name]["answer"]> {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.thread.postMessage({ id, name, ask });
    });
  }

  close(): void {
    this.thread.terminate();
    this.giveUp();
  }

  private giveUp(): void {
    for (const { reject } of this.waiting.values())
      reject(new RefusedHere({ code: "lost", sentence: "", clause: null }));
    this.waiting.clear();
  }
}

/** The worker's refusal. */
export class RefusedHere extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.sentence);
  }
}

/** A thread of its own, so that no frame is dropped while a bot thinks. */
export function newThread(): Thread {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "piazzetta" });
}
