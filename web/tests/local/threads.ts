// Replaces a worker: the same host on the same thread, with messages copied as a browser copies them.
import { readFileSync } from "node:fs";
import type { Question, Thread } from "../../src/local/channel";
import type { KeptGame } from "../../src/local/kept-game";
import { loadGame } from "../../src/local/host/load";
import { WorkerHost } from "../../src/local/host/worker-host";
import type { SeatWish } from "../../src/table/http";

const GENERATED = `${import.meta.dirname}/../../src/local/generated`;
const EXPLORERS = `${import.meta.dirname}/../../../src/piazzetta/data/explorer`;

export function hostThread(): Thread {
  let gone = false;
  const thread: Thread = {
    onmessage: null,
    onerror: null,
    postMessage: (question: Question) => void host.hear(structuredClone(question)),
    terminate: () => (gone = true),
  };
  const host = new WorkerHost(
    (game) => loadGame(game, readFileSync(`${GENERATED}/${game}.wasm`)),
    async (game) => new Uint8Array(readFileSync(`${EXPLORERS}/${game}.bin`)).buffer,
    (message) => {
      const data: unknown = structuredClone(message);
      queueMicrotask(() => !gone && thread.onmessage?.call(thread as Worker, { data } as MessageEvent));
    },
  );
  return thread;
}

/** A game that ends soon: seats are "me", "hotseat" or a bot's level. */
export function keptGame(seats: string[], more: Partial<KeptGame> = {}): KeptGame {
  const wished = seats.map((who): SeatWish =>
    who === "me" || who === "hotseat" ? { kind: who, name: who } : { kind: "bot", level: who, name: who },
  );
  return {
    id: `local-${Math.random().toString(36).slice(2)}`,
    game: "viaggiatore",
    names: seats,
    edition: null,
    seed: "5e".repeat(32),
    created: 1,
    changed: 1,
    status: "playing",
    wish: { game: "viaggiatore", rules: { target: 1 }, seats: wished, options: { chat: false, listed: false } },
    log: [],
    ...more,
  };
}
