/** Questions that need no open table. Their worker lives for a while, because questions seldom come alone. */
import { Refused } from "../table/http";
import type { GameName } from "../table/table";
import { Channel, newThread, RefusedHere, type Questions } from "./channel";

const IDLE = 10_000; // milliseconds without a question before the worker is terminated

let worker: { game: GameName; channel: Channel } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function reach(game: GameName): Channel {
  clearTimeout(timer);
  if (worker?.game !== game) {
    letGo();
    worker = { game, channel: new Channel(game, newThread(), undefined, letGo) };
  }
  return worker!.channel;
}

function letGo(): void {
  worker?.channel.close();
  worker = null;
}

export async function asked<Name extends keyof Questions>(
  game: GameName,
  name: Name,
  ask: Questions[Name]["ask"],
): Promise<Questions[Name]["answer"]> {
  try {
    return await reach(game).ask(name, ask);
  } catch (error) {
    throw error instanceof RefusedHere ? httpRefusal(error) : error;
  } finally {
    clearTimeout(timer);
    timer = setTimeout(letGo, IDLE);
  }
}

/** The worker's refusal in the form of a server's. */
export function httpRefusal({ refusal }: RefusedHere): Refused {
  return new Refused(refusal.code, refusal.sentence, refusal.clause);
}
