/** Questions that need no open table. Their worker lives for a while, because questions seldom come alone. */
import { Refused } from "../table/http";
import type { GameName } from "../table/table";
import { Channel, newThread, RefusedHere, type Questions } from "./channel";

const IDLE = 10_000; // milliseconds without a question before the worker is terminated

interface Asked {
  game: GameName;
  channel: Channel;
  /** Questions without an answer yet. */
  open: number;
}

let worker: Asked | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function reach(game: GameName): Asked {
  clearTimeout(timer);
  if (worker?.game === game) return worker;
  letGo();
  const next: Asked = {
    game,
    channel: new Channel(game, newThread(), undefined, () => worker === next && letGo()),
    open: 0,
  };
  return (worker = next);
}

/** What it was asked before, it still answers. */
function letGo(): void {
  if (!worker?.open) worker?.channel.close();
  worker = null;
}

export async function asked<Name extends keyof Questions>(
  game: GameName,
  name: Name,
  ask: Questions[Name]["ask"],
): Promise<Questions[Name]["answer"]> {
  const reached = reach(game);
  reached.open++;
  try {
    return await reached.channel.ask(name, ask);
  } catch (error) {
    throw error instanceof RefusedHere ? httpRefusal(error) : error;
  } finally {
    reached.open--;
    if (reached !== worker) {
      if (!reached.open) reached.channel.close();
    } else {
      clearTimeout(timer);
      timer = setTimeout(letGo, IDLE);
    }
  }
}

/** The worker's refusal in the form of a server's. */
export function httpRefusal({ refusal }: RefusedHere): Refused {
  return new Refused(refusal.code, refusal.sentence, refusal.clause);
}
