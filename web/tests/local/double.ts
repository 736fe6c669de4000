// A tiny game in the place of the real engine: whoever is on turn says a number; on every third turn all choose at once.
import { BadInput, type Engine, type LocalMatch, type LocalSetting, type Wish } from "../../src/local/engine";
import { Answering } from "../../src/local/answering";
import type { Thread } from "../../src/local/channel";
import type { Question } from "../../src/local/channel";
import type { KeptGame } from "../../src/local/games";
import type { GameAnalysis, GameEvent, Sight } from "../../src/table/table";
import { OVER } from "../../src/table/table";

export const LENGTH = 9;
type Move = [seat: number, move: string];

class NotAllowed extends Error {
  readonly sentence = "no.";
  readonly clause = "1.2";
  readonly key = "no";
  readonly params = {};
}

class DoubleMatch implements LocalMatch {
  readonly commitment = "";
  private readonly secret = new Map<number, string>();

  constructor(
    readonly setting: LocalSetting,
    private readonly moves: Move[],
  ) {}

  get length() {
    return this.moves.length;
  }
  get over() {
    return this.moves.length >= LENGTH;
  }
  get mover() {
    return this.over ? OVER : this.moves.length % this.setting.players;
  }
  get awaited() {
    if (this.over) return [];
    const together = Math.floor(this.moves.length / this.setting.players) % 3 === 2;
    const seats = Array.from({ length: this.setting.players }, (_, seat) => seat);
    return together ? seats.filter((seat) => seat >= this.mover && !this.secret.has(seat)) : [this.mover];
  }
  choose(move: string, seat: number): boolean {
    if (!this.awaited.includes(seat) || !/^say \d$/.test(move)) throw new NotAllowed();
    if (seat !== this.mover) {
      this.secret.set(seat, move);
      return true;
    }
    this.moves.push([seat, move]);
    for (let next = this.secret.get(this.mover); next; next = this.secret.get(this.mover)) {
      this.secret.delete(this.mover);
      this.moves.push([this.mover, next]);
    }
    return false;
  }
  undo(seat: number): void {
    if (this.secret.delete(seat)) return;
    if (this.moves.at(-1)?.[0] !== seat) throw new NotAllowed();
    this.moves.pop();
  }
  why(move: string, seat: number) {
    const { sentence, clause, key, params } = new NotAllowed();
    return this.awaited.includes(seat) && /^say \d$/.test(move) ? null : { sentence, clause, key, params };
  }
  sight(viewer: number): Sight {
    const legal = this.awaited.includes(viewer)
      ? ["say 1", "say 2"].map((move) => ({ move, points: [], events: [], notes: [] }))
      : [];
    return {
      viewer,
      view: { said: this.moves.length },
      mover: this.mover,
      awaited: this.awaited,
      legal,
      undo: null,
      sealed: this.secret.get(viewer) ?? null,
    };
  }
  eventsOf(at: number, viewer: number): GameEvent[] {
    return [{ key: "said", params: { seat: this.moves[at]![0], move: this.moves[at]![1], viewer } }];
  }
  seatOf(at: number) {
    return this.moves[at]![0];
  }
  record() {
    return {
      ...this.setting,
      moves: this.moves.map((move) => [...move]),
      fair: { commitment: "seal", seed: "aa", contributions: [] },
    };
  }
  verifyFair() {
    return true;
  }
}

export class DoubleEngine implements Engine {
  failing = false;
  readonly info = {} as Engine["info"];
  start({ players }: Wish): LocalMatch {
    return new DoubleMatch(
      { game: "portobello", players, starter: 0, edition: "it", rules: {}, chart: {}, secrets: false },
      [],
    );
  }
  resume(record: unknown): LocalMatch {
    const { moves, ...setting } = structuredClone(record) as LocalSetting & { moves: Move[] };
    return new DoubleMatch(setting, moves);
  }
  replay(): never {
    throw new Error("not a record");
  }
  bot() {
    return {
      choose: () => {
        if (this.failing) throw new Error("the bot fails on purpose");
        return "say 2";
      },
    };
  }
  analyse() {
    if (this.failing) throw new BadInput("this record fails on purpose");
    let done = 0;
    const analysis = { game: "portobello" } as GameAnalysis;
    return { look: () => ({ done: ++done, of: 2, analysis: done === 2 ? analysis : null }) };
  }
  hint() {
    return { moves: [{ move: "say 1", win: 0.5, points: 1, plan: [], reasons: [] }] };
  }
}

/** A worker that is none: the same code on the same thread, with messages copied as a browser copies them. */
export function doubleThread(engine = new DoubleEngine()): Thread {
  let gone = false;
  const thread: Thread = {
    onmessage: null,
    onerror: null,
    postMessage: (question: Question) => void answering.hear(structuredClone(question)),
    terminate: () => (gone = true),
  };
  const answering = new Answering(
    async () => engine,
    (message) => {
      const data: unknown = structuredClone(message);
      queueMicrotask(() => !gone && thread.onmessage?.call(thread as Worker, { data } as MessageEvent));
    },
  );
  return thread;
}

export function keptGame(seats: string[], more: Partial<KeptGame> = {}): KeptGame {
  return {
    id: `local-${Math.random().toString(36).slice(2)}`,
    game: "portobello",
    players: seats.length,
    starter: 0,
    edition: "it",
    rules: {},
    seats: seats.map((kind) => ({ kind: kind as "person", name: kind, level: kind === "bot" ? "easy" : null })),
    seed: "00".repeat(32),
    seal: "seal",
    created: 1,
    changed: 1,
    status: "playing",
    record: null,
    steps: [],
    sealed: [],
    rematch: null,
    ...more,
  };
}
