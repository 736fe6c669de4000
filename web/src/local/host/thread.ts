/** What the worker runs: loads a game's module on first use. */
import type { Question } from "../channel";
import { bookOf } from "../books";
import { moduleOf } from "../kernels/modules";
import { loadGame } from "./load";
import { WorkerHost } from "./worker-host";

const host = new WorkerHost(
  async (game) => loadGame(game, await moduleOf(game)),
  bookOf,
  (message) => postMessage(message),
);
export const hear = (question: Question): void => void host.hear(question);
